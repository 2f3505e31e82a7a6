(()=>{var us=Object.create;var mr=Object.defineProperty;var ds=Object.getOwnPropertyDescriptor;var cs=Object.getOwnPropertyNames;var hs=Object.getPrototypeOf,fs=Object.prototype.hasOwnProperty;var ut=(n,a)=>()=>{try{return a||n((a={exports:{}}).exports,a),a.exports}catch(e){throw a=0,e}};var gs=(n,a,e,t)=>{if(a&&typeof a=="object"||typeof a=="function")for(let r of cs(a))!fs.call(n,r)&&r!==e&&mr(n,r,{get:()=>a[r],enumerable:!(t=ds(a,r))||t.enumerable});return n};var Ze=(n,a,e)=>(e=n!=null?us(hs(n)):{},gs(a||!n||!n.__esModule?mr(e,"default",{value:n,enumerable:!0}):e,n));var At=ut((xh,ma)=>{"use strict";var Rt=typeof Reflect=="object"?Reflect:null,br=Rt&&typeof Rt.apply=="function"?Rt.apply:function(a,e,t){return Function.prototype.apply.call(a,e,t)},Rn;Rt&&typeof Rt.ownKeys=="function"?Rn=Rt.ownKeys:Object.getOwnPropertySymbols?Rn=function(a){return Object.getOwnPropertyNames(a).concat(Object.getOwnPropertySymbols(a))}:Rn=function(a){return Object.getOwnPropertyNames(a)};function vs(n){console&&console.warn&&console.warn(n)}var _r=Number.isNaN||function(a){return a!==a};function ie(){ie.init.call(this)}ma.exports=ie;ma.exports.once=ys;ie.EventEmitter=ie;ie.prototype._events=void 0;ie.prototype._eventsCount=0;ie.prototype._maxListeners=void 0;var yr=10;function An(n){if(typeof n!="function")throw new TypeError('The "listener" argument must be of type Function. Received type '+typeof n)}Object.defineProperty(ie,"defaultMaxListeners",{enumerable:!0,get:function(){return yr},set:function(n){if(typeof n!="number"||n<0||_r(n))throw new RangeError('The value of "defaultMaxListeners" is out of range. It must be a non-negative number. Received '+n+".");yr=n}});ie.init=function(){(this._events===void 0||this._events===Object.getPrototypeOf(this)._events)&&(this._events=Object.create(null),this._eventsCount=0),this._maxListeners=this._maxListeners||void 0};ie.prototype.setMaxListeners=function(a){if(typeof a!="number"||a<0||_r(a))throw new RangeError('The value of "n" is out of range. It must be a non-negative number. Received '+a+".");return this._maxListeners=a,this};function xr(n){return n._maxListeners===void 0?ie.defaultMaxListeners:n._maxListeners}ie.prototype.getMaxListeners=function(){return xr(this)};ie.prototype.emit=function(a){for(var e=[],t=1;t<arguments.length;t++)e.push(arguments[t]);var r=a==="error",i=this._events;if(i!==void 0)r=r&&i.error===void 0;else if(!r)return!1;if(r){var o;if(e.length>0&&(o=e[0]),o instanceof Error)throw o;var s=new Error("Unhandled error."+(o?" ("+o.message+")":""));throw s.context=o,s}var l=i[a];if(l===void 0)return!1;if(typeof l=="function")br(l,this,e);else for(var u=l.length,d=Ar(l,u),t=0;t<u;++t)br(d[t],this,e);return!0};function Tr(n,a,e,t){var r,i,o;if(An(e),i=n._events,i===void 0?(i=n._events=Object.create(null),n._eventsCount=0):(i.newListener!==void 0&&(n.emit("newListener",a,e.listener?e.listener:e),i=n._events),o=i[a]),o===void 0)o=i[a]=e,++n._eventsCount;else if(typeof o=="function"?o=i[a]=t?[e,o]:[o,e]:t?o.unshift(e):o.push(e),r=xr(n),r>0&&o.length>r&&!o.warned){o.warned=!0;var s=new Error("Possible EventEmitter memory leak detected. "+o.length+" "+String(a)+" listeners added. Use emitter.setMaxListeners() to increase limit");s.name="MaxListenersExceededWarning",s.emitter=n,s.type=a,s.count=o.length,vs(s)}return n}ie.prototype.addListener=function(a,e){return Tr(this,a,e,!1)};ie.prototype.on=ie.prototype.addListener;ie.prototype.prependListener=function(a,e){return Tr(this,a,e,!0)};function ps(){if(!this.fired)return this.target.removeListener(this.type,this.wrapFn),this.fired=!0,arguments.length===0?this.listener.call(this.target):this.listener.apply(this.target,arguments)}function Er(n,a,e){var t={fired:!1,wrapFn:void 0,target:n,type:a,listener:e},r=ps.bind(t);return r.listener=e,t.wrapFn=r,r}ie.prototype.once=function(a,e){return An(e),this.on(a,Er(this,a,e)),this};ie.prototype.prependOnceListener=function(a,e){return An(e),this.prependListener(a,Er(this,a,e)),this};ie.prototype.removeListener=function(a,e){var t,r,i,o,s;if(An(e),r=this._events,r===void 0)return this;if(t=r[a],t===void 0)return this;if(t===e||t.listener===e)--this._eventsCount===0?this._events=Object.create(null):(delete r[a],r.removeListener&&this.emit("removeListener",a,t.listener||e));else if(typeof t!="function"){for(i=-1,o=t.length-1;o>=0;o--)if(t[o]===e||t[o].listener===e){s=t[o].listener,i=o;break}if(i<0)return this;i===0?t.shift():ms(t,i),t.length===1&&(r[a]=t[0]),r.removeListener!==void 0&&this.emit("removeListener",a,s||e)}return this};ie.prototype.off=ie.prototype.removeListener;ie.prototype.removeAllListeners=function(a){var e,t,r;if(t=this._events,t===void 0)return this;if(t.removeListener===void 0)return arguments.length===0?(this._events=Object.create(null),this._eventsCount=0):t[a]!==void 0&&(--this._eventsCount===0?this._events=Object.create(null):delete t[a]),this;if(arguments.length===0){var i=Object.keys(t),o;for(r=0;r<i.length;++r)o=i[r],o!=="removeListener"&&this.removeAllListeners(o);return this.removeAllListeners("removeListener"),this._events=Object.create(null),this._eventsCount=0,this}if(e=t[a],typeof e=="function")this.removeListener(a,e);else if(e!==void 0)for(r=e.length-1;r>=0;r--)this.removeListener(a,e[r]);return this};function Sr(n,a,e){var t=n._events;if(t===void 0)return[];var r=t[a];return r===void 0?[]:typeof r=="function"?e?[r.listener||r]:[r]:e?bs(r):Ar(r,r.length)}ie.prototype.listeners=function(a){return Sr(this,a,!0)};ie.prototype.rawListeners=function(a){return Sr(this,a,!1)};ie.listenerCount=function(n,a){return typeof n.listenerCount=="function"?n.listenerCount(a):Rr.call(n,a)};ie.prototype.listenerCount=Rr;function Rr(n){var a=this._events;if(a!==void 0){var e=a[n];if(typeof e=="function")return 1;if(e!==void 0)return e.length}return 0}ie.prototype.eventNames=function(){return this._eventsCount>0?Rn(this._events):[]};function Ar(n,a){for(var e=new Array(a),t=0;t<a;++t)e[t]=n[t];return e}function ms(n,a){for(;a+1<n.length;a++)n[a]=n[a+1];n.pop()}function bs(n){for(var a=new Array(n.length),e=0;e<a.length;++e)a[e]=n[e].listener||n[e];return a}function ys(n,a){return new Promise(function(e,t){function r(o){n.removeListener(a,i),t(o)}function i(){typeof n.removeListener=="function"&&n.removeListener("error",r),e([].slice.call(arguments))}Dr(n,a,i,{once:!0}),a!=="error"&&_s(n,r,{once:!0})})}function _s(n,a,e){typeof n.on=="function"&&Dr(n,"error",a,e)}function Dr(n,a,e,t){if(typeof n.on=="function")t.once?n.once(a,e):n.on(a,e);else if(typeof n.addEventListener=="function")n.addEventListener(a,function r(i){t.once&&n.removeEventListener(a,r),e(i)});else throw new TypeError('The "emitter" argument must be of type EventEmitter. Received type '+typeof n)}});var In=ut((Eh,Br)=>{Br.exports=function(a){return a!==null&&typeof a=="object"&&typeof a.addUndirectedEdgeWithKey=="function"&&typeof a.dropNode=="function"&&typeof a.multi=="boolean"}});var Hr=ut(Gn=>{function Al(n){return typeof n!="number"||isNaN(n)?1:n}function Dl(n,a){var e={},t=function(o){return typeof o>"u"?a:o};typeof a=="function"&&(t=a);var r=function(o){return t(o[n])},i=function(){return t(void 0)};return typeof n=="string"?(e.fromAttributes=r,e.fromGraph=function(o,s){return r(o.getNodeAttributes(s))},e.fromEntry=function(o,s){return r(s)}):typeof n=="function"?(e.fromAttributes=function(){throw new Error("graphology-utils/getters/createNodeValueGetter: irrelevant usage.")},e.fromGraph=function(o,s){return t(n(s,o.getNodeAttributes(s)))},e.fromEntry=function(o,s){return t(n(o,s))}):(e.fromAttributes=i,e.fromGraph=i,e.fromEntry=i),e}function Ur(n,a){var e={},t=function(o){return typeof o>"u"?a:o};typeof a=="function"&&(t=a);var r=function(o){return t(o[n])},i=function(){return t(void 0)};return typeof n=="string"?(e.fromAttributes=r,e.fromGraph=function(o,s){return r(o.getEdgeAttributes(s))},e.fromEntry=function(o,s){return r(s)},e.fromPartialEntry=e.fromEntry,e.fromMinimalEntry=e.fromEntry):typeof n=="function"?(e.fromAttributes=function(){throw new Error("graphology-utils/getters/createEdgeValueGetter: irrelevant usage.")},e.fromGraph=function(o,s){var l=o.extremities(s);return t(n(s,o.getEdgeAttributes(s),l[0],l[1],o.getNodeAttributes(l[0]),o.getNodeAttributes(l[1]),o.isUndirected(s)))},e.fromEntry=function(o,s,l,u,d,c,h){return t(n(o,s,l,u,d,c,h))},e.fromPartialEntry=function(o,s,l,u){return t(n(o,s,l,u))},e.fromMinimalEntry=function(o,s){return t(n(o,s))}):(e.fromAttributes=i,e.fromGraph=i,e.fromEntry=i,e.fromMinimalEntry=i),e}Gn.createNodeValueGetter=Dl;Gn.createEdgeValueGetter=Ur;Gn.createEdgeWeightGetter=function(n){return Ur(n,Al)}});var qr=ut((Rh,jr)=>{var fe=0,se=1,te=2,ne=3,je=4,qe=5,ae=6,$r=7,zn=8,Vr=9,wl=0,Cl=1,Ll=2,pe=0,Ce=1,_e=2,dt=3,Qe=4,de=5,Ee=6,Oe=7,We=8,Xr=3,ze=10,Pl=3,be=9,Ea=10;jr.exports=function(a,e,t){var r,i,o,s,l,u,d,c,h,f,g=e.length,b=t.length,p=a.adjustSizes,v=a.barnesHutTheta*a.barnesHutTheta,m,y,x,_,T,R,S,E=[];for(o=0;o<g;o+=ze)e[o+je]=e[o+te],e[o+qe]=e[o+ne],e[o+te]=0,e[o+ne]=0;if(a.outboundAttractionDistribution){for(m=0,o=0;o<g;o+=ze)m+=e[o+ae];m/=g/ze}if(a.barnesHutOptimize){var w=1/0,I=-1/0,D=1/0,k=-1/0,C,F,z;for(o=0;o<g;o+=ze)w=Math.min(w,e[o+fe]),I=Math.max(I,e[o+fe]),D=Math.min(D,e[o+se]),k=Math.max(k,e[o+se]);var G=I-w,L=k-D;for(G>L?(D-=(G-L)/2,k=D+G):(w-=(L-G)/2,I=w+L),E[0+pe]=-1,E[0+Ce]=(w+I)/2,E[0+_e]=(D+k)/2,E[0+dt]=Math.max(I-w,k-D),E[0+Qe]=-1,E[0+de]=-1,E[0+Ee]=0,E[0+Oe]=0,E[0+We]=0,r=1,o=0;o<g;o+=ze)for(i=0,z=Xr;;)if(E[i+de]>=0){e[o+fe]<E[i+Ce]?e[o+se]<E[i+_e]?C=E[i+de]:C=E[i+de]+be:e[o+se]<E[i+_e]?C=E[i+de]+be*2:C=E[i+de]+be*3,E[i+Oe]=(E[i+Oe]*E[i+Ee]+e[o+fe]*e[o+ae])/(E[i+Ee]+e[o+ae]),E[i+We]=(E[i+We]*E[i+Ee]+e[o+se]*e[o+ae])/(E[i+Ee]+e[o+ae]),E[i+Ee]+=e[o+ae],i=C;continue}else if(E[i+pe]<0){E[i+pe]=o;break}else{if(E[i+de]=r*be,c=E[i+dt]/2,h=E[i+de],E[h+pe]=-1,E[h+Ce]=E[i+Ce]-c,E[h+_e]=E[i+_e]-c,E[h+dt]=c,E[h+Qe]=h+be,E[h+de]=-1,E[h+Ee]=0,E[h+Oe]=0,E[h+We]=0,h+=be,E[h+pe]=-1,E[h+Ce]=E[i+Ce]-c,E[h+_e]=E[i+_e]+c,E[h+dt]=c,E[h+Qe]=h+be,E[h+de]=-1,E[h+Ee]=0,E[h+Oe]=0,E[h+We]=0,h+=be,E[h+pe]=-1,E[h+Ce]=E[i+Ce]+c,E[h+_e]=E[i+_e]-c,E[h+dt]=c,E[h+Qe]=h+be,E[h+de]=-1,E[h+Ee]=0,E[h+Oe]=0,E[h+We]=0,h+=be,E[h+pe]=-1,E[h+Ce]=E[i+Ce]+c,E[h+_e]=E[i+_e]+c,E[h+dt]=c,E[h+Qe]=E[i+Qe],E[h+de]=-1,E[h+Ee]=0,E[h+Oe]=0,E[h+We]=0,r+=4,e[E[i+pe]+fe]<E[i+Ce]?e[E[i+pe]+se]<E[i+_e]?C=E[i+de]:C=E[i+de]+be:e[E[i+pe]+se]<E[i+_e]?C=E[i+de]+be*2:C=E[i+de]+be*3,E[i+Ee]=e[E[i+pe]+ae],E[i+Oe]=e[E[i+pe]+fe],E[i+We]=e[E[i+pe]+se],E[C+pe]=E[i+pe],E[i+pe]=-1,e[o+fe]<E[i+Ce]?e[o+se]<E[i+_e]?F=E[i+de]:F=E[i+de]+be:e[o+se]<E[i+_e]?F=E[i+de]+be*2:F=E[i+de]+be*3,C===F)if(z--){i=C;continue}else{z=Xr;break}E[F+pe]=o;break}}if(a.barnesHutOptimize)for(y=a.scalingRatio,o=0;o<g;o+=ze)for(i=0;;)if(E[i+de]>=0)if(R=Math.pow(e[o+fe]-E[i+Oe],2)+Math.pow(e[o+se]-E[i+We],2),f=E[i+dt],4*f*f/R<v){if(x=e[o+fe]-E[i+Oe],_=e[o+se]-E[i+We],p===!0?R>0?(S=y*e[o+ae]*E[i+Ee]/R,e[o+te]+=x*S,e[o+ne]+=_*S):R<0&&(S=-y*e[o+ae]*E[i+Ee]/Math.sqrt(R),e[o+te]+=x*S,e[o+ne]+=_*S):R>0&&(S=y*e[o+ae]*E[i+Ee]/R,e[o+te]+=x*S,e[o+ne]+=_*S),i=E[i+Qe],i<0)break;continue}else{i=E[i+de];continue}else{if(u=E[i+pe],u>=0&&u!==o&&(x=e[o+fe]-e[u+fe],_=e[o+se]-e[u+se],R=x*x+_*_,p===!0?R>0?(S=y*e[o+ae]*e[u+ae]/R,e[o+te]+=x*S,e[o+ne]+=_*S):R<0&&(S=-y*e[o+ae]*e[u+ae]/Math.sqrt(R),e[o+te]+=x*S,e[o+ne]+=_*S):R>0&&(S=y*e[o+ae]*e[u+ae]/R,e[o+te]+=x*S,e[o+ne]+=_*S)),i=E[i+Qe],i<0)break;continue}else for(y=a.scalingRatio,s=0;s<g;s+=ze)for(l=0;l<s;l+=ze)x=e[s+fe]-e[l+fe],_=e[s+se]-e[l+se],p===!0?(R=Math.sqrt(x*x+_*_)-e[s+zn]-e[l+zn],R>0?(S=y*e[s+ae]*e[l+ae]/R/R,e[s+te]+=x*S,e[s+ne]+=_*S,e[l+te]-=x*S,e[l+ne]-=_*S):R<0&&(S=100*y*e[s+ae]*e[l+ae],e[s+te]+=x*S,e[s+ne]+=_*S,e[l+te]-=x*S,e[l+ne]-=_*S)):(R=Math.sqrt(x*x+_*_),R>0&&(S=y*e[s+ae]*e[l+ae]/R/R,e[s+te]+=x*S,e[s+ne]+=_*S,e[l+te]-=x*S,e[l+ne]-=_*S));for(h=a.gravity/a.scalingRatio,y=a.scalingRatio,o=0;o<g;o+=ze)S=0,x=e[o+fe],_=e[o+se],R=Math.sqrt(Math.pow(x,2)+Math.pow(_,2)),a.strongGravityMode?R>0&&(S=y*e[o+ae]*h):R>0&&(S=y*e[o+ae]*h/R),e[o+te]-=x*S,e[o+ne]-=_*S;for(y=1*(a.outboundAttractionDistribution?m:1),d=0;d<b;d+=Pl)s=t[d+wl],l=t[d+Cl],c=t[d+Ll],T=Math.pow(c,a.edgeWeightInfluence),x=e[s+fe]-e[l+fe],_=e[s+se]-e[l+se],p===!0?(R=Math.sqrt(x*x+_*_)-e[s+zn]-e[l+zn],a.linLogMode?a.outboundAttractionDistribution?R>0&&(S=-y*T*Math.log(1+R)/R/e[s+ae]):R>0&&(S=-y*T*Math.log(1+R)/R):a.outboundAttractionDistribution?R>0&&(S=-y*T/e[s+ae]):R>0&&(S=-y*T)):(R=Math.sqrt(Math.pow(x,2)+Math.pow(_,2)),a.linLogMode?a.outboundAttractionDistribution?R>0&&(S=-y*T*Math.log(1+R)/R/e[s+ae]):R>0&&(S=-y*T*Math.log(1+R)/R):a.outboundAttractionDistribution?(R=1,S=-y*T/e[s+ae]):(R=1,S=-y*T)),R>0&&(e[s+te]+=x*S,e[s+ne]+=_*S,e[l+te]-=x*S,e[l+ne]-=_*S);var P,N,H,U,q,V;if(p===!0)for(o=0;o<g;o+=ze)e[o+Vr]!==1&&(P=Math.sqrt(Math.pow(e[o+te],2)+Math.pow(e[o+ne],2)),P>Ea&&(e[o+te]=e[o+te]*Ea/P,e[o+ne]=e[o+ne]*Ea/P),N=e[o+ae]*Math.sqrt((e[o+je]-e[o+te])*(e[o+je]-e[o+te])+(e[o+qe]-e[o+ne])*(e[o+qe]-e[o+ne])),H=Math.sqrt((e[o+je]+e[o+te])*(e[o+je]+e[o+te])+(e[o+qe]+e[o+ne])*(e[o+qe]+e[o+ne]))/2,U=.1*Math.log(1+H)/(1+Math.sqrt(N)),q=e[o+fe]+e[o+te]*(U/a.slowDown),e[o+fe]=q,V=e[o+se]+e[o+ne]*(U/a.slowDown),e[o+se]=V);else for(o=0;o<g;o+=ze)e[o+Vr]!==1&&(N=e[o+ae]*Math.sqrt((e[o+je]-e[o+te])*(e[o+je]-e[o+te])+(e[o+qe]-e[o+ne])*(e[o+qe]-e[o+ne])),H=Math.sqrt((e[o+je]+e[o+te])*(e[o+je]+e[o+te])+(e[o+qe]+e[o+ne])*(e[o+qe]+e[o+ne]))/2,U=e[o+$r]*Math.log(1+H)/(1+Math.sqrt(N)),e[o+$r]=Math.min(1,Math.sqrt(U*(Math.pow(e[o+te],2)+Math.pow(e[o+ne],2))/(1+Math.sqrt(N)))),q=e[o+fe]+e[o+te]*(U/a.slowDown),e[o+fe]=q,V=e[o+se]+e[o+ne]*(U/a.slowDown),e[o+se]=V);return{}}});var Kr=ut(Je=>{var tn=10,Yr=3;Je.assign=function(n){n=n||{};var a=Array.prototype.slice.call(arguments).slice(1),e,t,r;for(e=0,r=a.length;e<r;e++)if(a[e])for(t in a[e])n[t]=a[e][t];return n};Je.validateSettings=function(n){return"linLogMode"in n&&typeof n.linLogMode!="boolean"?{message:"the `linLogMode` setting should be a boolean."}:"outboundAttractionDistribution"in n&&typeof n.outboundAttractionDistribution!="boolean"?{message:"the `outboundAttractionDistribution` setting should be a boolean."}:"adjustSizes"in n&&typeof n.adjustSizes!="boolean"?{message:"the `adjustSizes` setting should be a boolean."}:"edgeWeightInfluence"in n&&typeof n.edgeWeightInfluence!="number"?{message:"the `edgeWeightInfluence` setting should be a number."}:"scalingRatio"in n&&!(typeof n.scalingRatio=="number"&&n.scalingRatio>=0)?{message:"the `scalingRatio` setting should be a number >= 0."}:"strongGravityMode"in n&&typeof n.strongGravityMode!="boolean"?{message:"the `strongGravityMode` setting should be a boolean."}:"gravity"in n&&!(typeof n.gravity=="number"&&n.gravity>=0)?{message:"the `gravity` setting should be a number >= 0."}:"slowDown"in n&&!(typeof n.slowDown=="number"||n.slowDown>=0)?{message:"the `slowDown` setting should be a number >= 0."}:"barnesHutOptimize"in n&&typeof n.barnesHutOptimize!="boolean"?{message:"the `barnesHutOptimize` setting should be a boolean."}:"barnesHutTheta"in n&&!(typeof n.barnesHutTheta=="number"&&n.barnesHutTheta>=0)?{message:"the `barnesHutTheta` setting should be a number >= 0."}:null};Je.graphToByteArrays=function(n,a){var e=n.order,t=n.size,r={},i,o=new Float32Array(e*tn),s=new Float32Array(t*Yr);return i=0,n.forEachNode(function(l,u){r[l]=i,o[i]=u.x,o[i+1]=u.y,o[i+2]=0,o[i+3]=0,o[i+4]=0,o[i+5]=0,o[i+6]=1,o[i+7]=1,o[i+8]=u.size||1,o[i+9]=u.fixed?1:0,i+=tn}),i=0,n.forEachEdge(function(l,u,d,c,h,f,g){var b=r[d],p=r[c],v=a(l,u,d,c,h,f,g);o[b+6]+=v,o[p+6]+=v,s[i]=b,s[i+1]=p,s[i+2]=v,i+=Yr}),{nodes:o,edges:s}};Je.assignLayoutChanges=function(n,a,e){var t=0;n.updateEachNodeAttributes(function(r,i){return i.x=a[t],i.y=a[t+1],t+=tn,e?e(r,i):i})};Je.readGraphPositions=function(n,a){var e=0;n.forEachNode(function(t,r){a[e]=r.x,a[e+1]=r.y,e+=tn})};Je.collectLayoutChanges=function(n,a,e){for(var t=n.nodes(),r={},i=0,o=0,s=a.length;i<s;i+=tn){if(e){var l=Object.assign({},n.getNodeAttributes(t[o]));l.x=a[i],l.y=a[i+1],l=e(t[o],l),r[t[o]]={x:l.x,y:l.y}}else r[t[o]]={x:a[i],y:a[i+1]};o++}return r};Je.createWorker=function(a){var e=window.URL||window.webkitURL,t=a.toString(),r=e.createObjectURL(new Blob(["("+t+").call(this);"],{type:"text/javascript"})),i=new Worker(r);return e.revokeObjectURL(r),i}});var Qr=ut((Dh,Zr)=>{Zr.exports={linLogMode:!1,outboundAttractionDistribution:!1,adjustSizes:!1,edgeWeightInfluence:1,scalingRatio:1,strongGravityMode:!1,gravity:1,slowDown:1,barnesHutOptimize:!1,barnesHutTheta:.5}});var ti=ut((wh,ei)=>{var kl=In(),Fl=Hr().createEdgeWeightGetter,Il=qr(),nn=Kr(),Gl=Qr();function Jr(n,a,e){if(!kl(a))throw new Error("graphology-layout-forceatlas2: the given graph is not a valid graphology instance.");typeof e=="number"&&(e={iterations:e});var t=e.iterations;if(typeof t!="number")throw new Error("graphology-layout-forceatlas2: invalid number of iterations.");if(t<=0)throw new Error("graphology-layout-forceatlas2: you should provide a positive number of iterations.");var r=Fl("getEdgeWeight"in e?e.getEdgeWeight:"weight").fromEntry,i=typeof e.outputReducer=="function"?e.outputReducer:null,o=nn.assign({},Gl,e.settings),s=nn.validateSettings(o);if(s)throw new Error("graphology-layout-forceatlas2: "+s.message);var l=nn.graphToByteArrays(a,r),u;for(u=0;u<t;u++)Il(o,l.nodes,l.edges);if(n){nn.assignLayoutChanges(a,l.nodes,i);return}return nn.collectLayoutChanges(a,l.nodes)}function zl(n){var a=typeof n=="number"?n:n.order;return{barnesHutOptimize:a>2e3,strongGravityMode:!0,gravity:.05,scalingRatio:10,slowDown:1+Math.log(a)}}var Sa=Jr.bind(null,!1);Sa.assign=Jr.bind(null,!0);Sa.inferSettings=zl;ei.exports=Sa});var Pr=Ze(At(),1);function xs(){let n=arguments[0];for(let a=1,e=arguments.length;a<e;a++)if(arguments[a])for(let t in arguments[a])n[t]=arguments[a][t];return n}var ge=xs;typeof Object.assign=="function"&&(ge=Object.assign);function we(n,a,e,t){let r=n._nodes.get(a),i=null;return r&&(t==="mixed"?i=r.out&&r.out[e]||r.undirected&&r.undirected[e]:t==="directed"?i=r.out&&r.out[e]:i=r.undirected&&r.undirected[e]),i}function me(n){return typeof n=="object"&&n!==null}function kr(n){let a;for(a in n)return!1;return!0}function De(n,a,e){Object.defineProperty(n,a,{enumerable:!1,configurable:!1,writable:!0,value:e})}function Ge(n,a,e){let t={enumerable:!0,configurable:!0};typeof e=="function"?t.get=e:(t.value=e,t.writable=!1),Object.defineProperty(n,a,t)}function wr(n){return!(!me(n)||n.attributes&&!Array.isArray(n.attributes))}function Ts(){let n=Math.floor(Math.random()*256)&255;return()=>n++}function Ve(){let n=arguments,a=null,e=-1;return{[Symbol.iterator](){return this},next(){let t=null;do{if(a===null){if(e++,e>=n.length)return{done:!0};a=n[e][Symbol.iterator]()}if(t=a.next(),t.done){a=null;continue}break}while(!0);return t}}}function wt(){return{[Symbol.iterator](){return this},next(){return{done:!0}}}}var en=class extends Error{constructor(a){super(),this.name="GraphError",this.message=a}},B=class n extends en{constructor(a){super(a),this.name="InvalidArgumentsGraphError",typeof Error.captureStackTrace=="function"&&Error.captureStackTrace(this,n.prototype.constructor)}},W=class n extends en{constructor(a){super(a),this.name="NotFoundGraphError",typeof Error.captureStackTrace=="function"&&Error.captureStackTrace(this,n.prototype.constructor)}},X=class n extends en{constructor(a){super(a),this.name="UsageGraphError",typeof Error.captureStackTrace=="function"&&Error.captureStackTrace(this,n.prototype.constructor)}};function Fr(n,a){this.key=n,this.attributes=a,this.clear()}Fr.prototype.clear=function(){this.inDegree=0,this.outDegree=0,this.undirectedDegree=0,this.undirectedLoops=0,this.directedLoops=0,this.in={},this.out={},this.undirected={}};function Ir(n,a){this.key=n,this.attributes=a,this.clear()}Ir.prototype.clear=function(){this.inDegree=0,this.outDegree=0,this.directedLoops=0,this.in={},this.out={}};function Gr(n,a){this.key=n,this.attributes=a,this.clear()}Gr.prototype.clear=function(){this.undirectedDegree=0,this.undirectedLoops=0,this.undirected={}};function Ct(n,a,e,t,r){this.key=a,this.attributes=r,this.undirected=n,this.source=e,this.target=t}Ct.prototype.attach=function(){let n="out",a="in";this.undirected&&(n=a="undirected");let e=this.source.key,t=this.target.key;this.source[n][t]=this,!(this.undirected&&e===t)&&(this.target[a][e]=this)};Ct.prototype.attachMulti=function(){let n="out",a="in",e=this.source.key,t=this.target.key;this.undirected&&(n=a="undirected");let r=this.source[n],i=r[t];if(typeof i>"u"){r[t]=this,this.undirected&&e===t||(this.target[a][e]=this);return}i.previous=this,this.next=i,r[t]=this,this.target[a][e]=this};Ct.prototype.detach=function(){let n=this.source.key,a=this.target.key,e="out",t="in";this.undirected&&(e=t="undirected"),delete this.source[e][a],delete this.target[t][n]};Ct.prototype.detachMulti=function(){let n=this.source.key,a=this.target.key,e="out",t="in";this.undirected&&(e=t="undirected"),this.previous===void 0?this.next===void 0?(delete this.source[e][a],delete this.target[t][n]):(this.next.previous=void 0,this.source[e][a]=this.next,this.target[t][n]=this.next):(this.previous.next=this.next,this.next!==void 0&&(this.next.previous=this.previous))};var zr=0,Nr=1,Es=2,Mr=3;function Xe(n,a,e,t,r,i,o){let s,l,u,d;if(t=""+t,e===zr){if(s=n._nodes.get(t),!s)throw new W(`Graph.${a}: could not find the "${t}" node in the graph.`);u=r,d=i}else if(e===Mr){if(r=""+r,l=n._edges.get(r),!l)throw new W(`Graph.${a}: could not find the "${r}" edge in the graph.`);let c=l.source.key,h=l.target.key;if(t===c)s=l.target;else if(t===h)s=l.source;else throw new W(`Graph.${a}: the "${t}" node is not attached to the "${r}" edge (${c}, ${h}).`);u=i,d=o}else{if(l=n._edges.get(t),!l)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`);e===Nr?s=l.source:s=l.target,u=r,d=i}return[s,u,d]}function Ss(n,a,e){n.prototype[a]=function(t,r,i){let[o,s]=Xe(this,a,e,t,r,i);return o.attributes[s]}}function Rs(n,a,e){n.prototype[a]=function(t,r){let[i]=Xe(this,a,e,t,r);return i.attributes}}function As(n,a,e){n.prototype[a]=function(t,r,i){let[o,s]=Xe(this,a,e,t,r,i);return o.attributes.hasOwnProperty(s)}}function Ds(n,a,e){n.prototype[a]=function(t,r,i,o){let[s,l,u]=Xe(this,a,e,t,r,i,o);return s.attributes[l]=u,this.emit("nodeAttributesUpdated",{key:s.key,type:"set",attributes:s.attributes,name:l}),this}}function ws(n,a,e){n.prototype[a]=function(t,r,i,o){let[s,l,u]=Xe(this,a,e,t,r,i,o);if(typeof u!="function")throw new B(`Graph.${a}: updater should be a function.`);let d=s.attributes,c=u(d[l]);return d[l]=c,this.emit("nodeAttributesUpdated",{key:s.key,type:"set",attributes:s.attributes,name:l}),this}}function Cs(n,a,e){n.prototype[a]=function(t,r,i){let[o,s]=Xe(this,a,e,t,r,i);return delete o.attributes[s],this.emit("nodeAttributesUpdated",{key:o.key,type:"remove",attributes:o.attributes,name:s}),this}}function Ls(n,a,e){n.prototype[a]=function(t,r,i){let[o,s]=Xe(this,a,e,t,r,i);if(!me(s))throw new B(`Graph.${a}: provided attributes are not a plain object.`);return o.attributes=s,this.emit("nodeAttributesUpdated",{key:o.key,type:"replace",attributes:o.attributes}),this}}function Ps(n,a,e){n.prototype[a]=function(t,r,i){let[o,s]=Xe(this,a,e,t,r,i);if(!me(s))throw new B(`Graph.${a}: provided attributes are not a plain object.`);return ge(o.attributes,s),this.emit("nodeAttributesUpdated",{key:o.key,type:"merge",attributes:o.attributes,data:s}),this}}function ks(n,a,e){n.prototype[a]=function(t,r,i){let[o,s]=Xe(this,a,e,t,r,i);if(typeof s!="function")throw new B(`Graph.${a}: provided updater is not a function.`);return o.attributes=s(o.attributes),this.emit("nodeAttributesUpdated",{key:o.key,type:"update",attributes:o.attributes}),this}}var Fs=[{name:n=>`get${n}Attribute`,attacher:Ss},{name:n=>`get${n}Attributes`,attacher:Rs},{name:n=>`has${n}Attribute`,attacher:As},{name:n=>`set${n}Attribute`,attacher:Ds},{name:n=>`update${n}Attribute`,attacher:ws},{name:n=>`remove${n}Attribute`,attacher:Cs},{name:n=>`replace${n}Attributes`,attacher:Ls},{name:n=>`merge${n}Attributes`,attacher:Ps},{name:n=>`update${n}Attributes`,attacher:ks}];function Is(n){Fs.forEach(function({name:a,attacher:e}){e(n,a("Node"),zr),e(n,a("Source"),Nr),e(n,a("Target"),Es),e(n,a("Opposite"),Mr)})}function Gs(n,a,e){n.prototype[a]=function(t,r){let i;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>2){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let o=""+t,s=""+r;if(r=arguments[2],i=we(this,o,s,e),!i)throw new W(`Graph.${a}: could not find an edge for the given path ("${o}" - "${s}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,i=this._edges.get(t),!i)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}return i.attributes[r]}}function zs(n,a,e){n.prototype[a]=function(t){let r;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>1){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let i=""+t,o=""+arguments[1];if(r=we(this,i,o,e),!r)throw new W(`Graph.${a}: could not find an edge for the given path ("${i}" - "${o}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,r=this._edges.get(t),!r)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}return r.attributes}}function Ns(n,a,e){n.prototype[a]=function(t,r){let i;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>2){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let o=""+t,s=""+r;if(r=arguments[2],i=we(this,o,s,e),!i)throw new W(`Graph.${a}: could not find an edge for the given path ("${o}" - "${s}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,i=this._edges.get(t),!i)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}return i.attributes.hasOwnProperty(r)}}function Ms(n,a,e){n.prototype[a]=function(t,r,i){let o;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>3){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let s=""+t,l=""+r;if(r=arguments[2],i=arguments[3],o=we(this,s,l,e),!o)throw new W(`Graph.${a}: could not find an edge for the given path ("${s}" - "${l}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,o=this._edges.get(t),!o)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}return o.attributes[r]=i,this.emit("edgeAttributesUpdated",{key:o.key,type:"set",attributes:o.attributes,name:r}),this}}function Os(n,a,e){n.prototype[a]=function(t,r,i){let o;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>3){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let s=""+t,l=""+r;if(r=arguments[2],i=arguments[3],o=we(this,s,l,e),!o)throw new W(`Graph.${a}: could not find an edge for the given path ("${s}" - "${l}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,o=this._edges.get(t),!o)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}if(typeof i!="function")throw new B(`Graph.${a}: updater should be a function.`);return o.attributes[r]=i(o.attributes[r]),this.emit("edgeAttributesUpdated",{key:o.key,type:"set",attributes:o.attributes,name:r}),this}}function Ws(n,a,e){n.prototype[a]=function(t,r){let i;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>2){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let o=""+t,s=""+r;if(r=arguments[2],i=we(this,o,s,e),!i)throw new W(`Graph.${a}: could not find an edge for the given path ("${o}" - "${s}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,i=this._edges.get(t),!i)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}return delete i.attributes[r],this.emit("edgeAttributesUpdated",{key:i.key,type:"remove",attributes:i.attributes,name:r}),this}}function Bs(n,a,e){n.prototype[a]=function(t,r){let i;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>2){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let o=""+t,s=""+r;if(r=arguments[2],i=we(this,o,s,e),!i)throw new W(`Graph.${a}: could not find an edge for the given path ("${o}" - "${s}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,i=this._edges.get(t),!i)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}if(!me(r))throw new B(`Graph.${a}: provided attributes are not a plain object.`);return i.attributes=r,this.emit("edgeAttributesUpdated",{key:i.key,type:"replace",attributes:i.attributes}),this}}function Us(n,a,e){n.prototype[a]=function(t,r){let i;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>2){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let o=""+t,s=""+r;if(r=arguments[2],i=we(this,o,s,e),!i)throw new W(`Graph.${a}: could not find an edge for the given path ("${o}" - "${s}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,i=this._edges.get(t),!i)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}if(!me(r))throw new B(`Graph.${a}: provided attributes are not a plain object.`);return ge(i.attributes,r),this.emit("edgeAttributesUpdated",{key:i.key,type:"merge",attributes:i.attributes,data:r}),this}}function Hs(n,a,e){n.prototype[a]=function(t,r){let i;if(this.type!=="mixed"&&e!=="mixed"&&e!==this.type)throw new X(`Graph.${a}: cannot find this type of edges in your ${this.type} graph.`);if(arguments.length>2){if(this.multi)throw new X(`Graph.${a}: cannot use a {source,target} combo when asking about an edge's attributes in a MultiGraph since we cannot infer the one you want information about.`);let o=""+t,s=""+r;if(r=arguments[2],i=we(this,o,s,e),!i)throw new W(`Graph.${a}: could not find an edge for the given path ("${o}" - "${s}").`)}else{if(e!=="mixed")throw new X(`Graph.${a}: calling this method with only a key (vs. a source and target) does not make sense since an edge with this key could have the other type.`);if(t=""+t,i=this._edges.get(t),!i)throw new W(`Graph.${a}: could not find the "${t}" edge in the graph.`)}if(typeof r!="function")throw new B(`Graph.${a}: provided updater is not a function.`);return i.attributes=r(i.attributes),this.emit("edgeAttributesUpdated",{key:i.key,type:"update",attributes:i.attributes}),this}}var $s=[{name:n=>`get${n}Attribute`,attacher:Gs},{name:n=>`get${n}Attributes`,attacher:zs},{name:n=>`has${n}Attribute`,attacher:Ns},{name:n=>`set${n}Attribute`,attacher:Ms},{name:n=>`update${n}Attribute`,attacher:Os},{name:n=>`remove${n}Attribute`,attacher:Ws},{name:n=>`replace${n}Attributes`,attacher:Bs},{name:n=>`merge${n}Attributes`,attacher:Us},{name:n=>`update${n}Attributes`,attacher:Hs}];function Vs(n){$s.forEach(function({name:a,attacher:e}){e(n,a("Edge"),"mixed"),e(n,a("DirectedEdge"),"directed"),e(n,a("UndirectedEdge"),"undirected")})}var Xs=[{name:"edges",type:"mixed"},{name:"inEdges",type:"directed",direction:"in"},{name:"outEdges",type:"directed",direction:"out"},{name:"inboundEdges",type:"mixed",direction:"in"},{name:"outboundEdges",type:"mixed",direction:"out"},{name:"directedEdges",type:"directed"},{name:"undirectedEdges",type:"undirected"}];function js(n,a,e,t){let r=!1;for(let i in a){if(i===t)continue;let o=a[i];if(r=e(o.key,o.attributes,o.source.key,o.target.key,o.source.attributes,o.target.attributes,o.undirected),n&&r)return o.key}}function qs(n,a,e,t){let r,i,o,s=!1;for(let l in a)if(l!==t){r=a[l];do{if(i=r.source,o=r.target,s=e(r.key,r.attributes,i.key,o.key,i.attributes,o.attributes,r.undirected),n&&s)return r.key;r=r.next}while(r!==void 0)}}function ba(n,a){let e=Object.keys(n),t=e.length,r,i=0;return{[Symbol.iterator](){return this},next(){do if(r)r=r.next;else{if(i>=t)return{done:!0};let o=e[i++];if(o===a){r=void 0;continue}r=n[o]}while(!r);return{done:!1,value:{edge:r.key,attributes:r.attributes,source:r.source.key,target:r.target.key,sourceAttributes:r.source.attributes,targetAttributes:r.target.attributes,undirected:r.undirected}}}}}function Ys(n,a,e,t){let r=a[e];if(!r)return;let i=r.source,o=r.target;if(t(r.key,r.attributes,i.key,o.key,i.attributes,o.attributes,r.undirected)&&n)return r.key}function Ks(n,a,e,t){let r=a[e];if(!r)return;let i=!1;do{if(i=t(r.key,r.attributes,r.source.key,r.target.key,r.source.attributes,r.target.attributes,r.undirected),n&&i)return r.key;r=r.next}while(r!==void 0)}function ya(n,a){let e=n[a];if(e.next!==void 0)return{[Symbol.iterator](){return this},next(){if(!e)return{done:!0};let r={edge:e.key,attributes:e.attributes,source:e.source.key,target:e.target.key,sourceAttributes:e.source.attributes,targetAttributes:e.target.attributes,undirected:e.undirected};return e=e.next,{done:!1,value:r}}};let t=!1;return{[Symbol.iterator](){return this},next(){return t===!0?{done:!0}:(t=!0,{done:!1,value:{edge:e.key,attributes:e.attributes,source:e.source.key,target:e.target.key,sourceAttributes:e.source.attributes,targetAttributes:e.target.attributes,undirected:e.undirected}})}}}function Zs(n,a){if(n.size===0)return[];if(a==="mixed"||a===n.type)return Array.from(n._edges.keys());let e=a==="undirected"?n.undirectedSize:n.directedSize,t=new Array(e),r=a==="undirected",i=n._edges.values(),o=0,s,l;for(;s=i.next(),s.done!==!0;)l=s.value,l.undirected===r&&(t[o++]=l.key);return t}function Or(n,a,e,t){if(a.size===0)return;let r=e!=="mixed"&&e!==a.type,i=e==="undirected",o,s,l=!1,u=a._edges.values();for(;o=u.next(),o.done!==!0;){if(s=o.value,r&&s.undirected!==i)continue;let{key:d,attributes:c,source:h,target:f}=s;if(l=t(d,c,h.key,f.key,h.attributes,f.attributes,s.undirected),n&&l)return d}}function Qs(n,a){if(n.size===0)return wt();let e=a!=="mixed"&&a!==n.type,t=a==="undirected",r=n._edges.values();return{[Symbol.iterator](){return this},next(){let i,o;for(;;){if(i=r.next(),i.done)return i;if(o=i.value,!(e&&o.undirected!==t))break}return{value:{edge:o.key,attributes:o.attributes,source:o.source.key,target:o.target.key,sourceAttributes:o.source.attributes,targetAttributes:o.target.attributes,undirected:o.undirected},done:!1}}}}function _a(n,a,e,t,r,i){let o=a?qs:js,s;if(e!=="undirected"&&(t!=="out"&&(s=o(n,r.in,i),n&&s)||t!=="in"&&(s=o(n,r.out,i,t?void 0:r.key),n&&s))||e!=="directed"&&(s=o(n,r.undirected,i),n&&s))return s}function Js(n,a,e,t){let r=[];return _a(!1,n,a,e,t,function(i){r.push(i)}),r}function el(n,a,e){let t=wt();return n!=="undirected"&&(a!=="out"&&typeof e.in<"u"&&(t=Ve(t,ba(e.in))),a!=="in"&&typeof e.out<"u"&&(t=Ve(t,ba(e.out,a?void 0:e.key)))),n!=="directed"&&typeof e.undirected<"u"&&(t=Ve(t,ba(e.undirected))),t}function xa(n,a,e,t,r,i,o){let s=e?Ks:Ys,l;if(a!=="undirected"&&(typeof r.in<"u"&&t!=="out"&&(l=s(n,r.in,i,o),n&&l)||typeof r.out<"u"&&t!=="in"&&(t||r.key!==i)&&(l=s(n,r.out,i,o),n&&l))||a!=="directed"&&typeof r.undirected<"u"&&(l=s(n,r.undirected,i,o),n&&l))return l}function tl(n,a,e,t,r){let i=[];return xa(!1,n,a,e,t,r,function(o){i.push(o)}),i}function nl(n,a,e,t){let r=wt();return n!=="undirected"&&(typeof e.in<"u"&&a!=="out"&&t in e.in&&(r=Ve(r,ya(e.in,t))),typeof e.out<"u"&&a!=="in"&&t in e.out&&(a||e.key!==t)&&(r=Ve(r,ya(e.out,t)))),n!=="directed"&&typeof e.undirected<"u"&&t in e.undirected&&(r=Ve(r,ya(e.undirected,t))),r}function al(n,a){let{name:e,type:t,direction:r}=a;n.prototype[e]=function(i,o){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return[];if(!arguments.length)return Zs(this,t);if(arguments.length===1){i=""+i;let s=this._nodes.get(i);if(typeof s>"u")throw new W(`Graph.${e}: could not find the "${i}" node in the graph.`);return Js(this.multi,t==="mixed"?this.type:t,r,s)}if(arguments.length===2){i=""+i,o=""+o;let s=this._nodes.get(i);if(!s)throw new W(`Graph.${e}:  could not find the "${i}" source node in the graph.`);if(!this._nodes.has(o))throw new W(`Graph.${e}:  could not find the "${o}" target node in the graph.`);return tl(t,this.multi,r,s,o)}throw new B(`Graph.${e}: too many arguments (expecting 0, 1 or 2 and got ${arguments.length}).`)}}function rl(n,a){let{name:e,type:t,direction:r}=a,i="forEach"+e[0].toUpperCase()+e.slice(1,-1);n.prototype[i]=function(u,d,c){if(!(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)){if(arguments.length===1)return c=u,Or(!1,this,t,c);if(arguments.length===2){u=""+u,c=d;let h=this._nodes.get(u);if(typeof h>"u")throw new W(`Graph.${i}: could not find the "${u}" node in the graph.`);return _a(!1,this.multi,t==="mixed"?this.type:t,r,h,c)}if(arguments.length===3){u=""+u,d=""+d;let h=this._nodes.get(u);if(!h)throw new W(`Graph.${i}:  could not find the "${u}" source node in the graph.`);if(!this._nodes.has(d))throw new W(`Graph.${i}:  could not find the "${d}" target node in the graph.`);return xa(!1,t,this.multi,r,h,d,c)}throw new B(`Graph.${i}: too many arguments (expecting 1, 2 or 3 and got ${arguments.length}).`)}};let o="map"+e[0].toUpperCase()+e.slice(1);n.prototype[o]=function(){let u=Array.prototype.slice.call(arguments),d=u.pop(),c;if(u.length===0){let h=0;t!=="directed"&&(h+=this.undirectedSize),t!=="undirected"&&(h+=this.directedSize),c=new Array(h);let f=0;u.push((g,b,p,v,m,y,x)=>{c[f++]=d(g,b,p,v,m,y,x)})}else c=[],u.push((h,f,g,b,p,v,m)=>{c.push(d(h,f,g,b,p,v,m))});return this[i].apply(this,u),c};let s="filter"+e[0].toUpperCase()+e.slice(1);n.prototype[s]=function(){let u=Array.prototype.slice.call(arguments),d=u.pop(),c=[];return u.push((h,f,g,b,p,v,m)=>{d(h,f,g,b,p,v,m)&&c.push(h)}),this[i].apply(this,u),c};let l="reduce"+e[0].toUpperCase()+e.slice(1);n.prototype[l]=function(){let u=Array.prototype.slice.call(arguments);if(u.length<2||u.length>4)throw new B(`Graph.${l}: invalid number of arguments (expecting 2, 3 or 4 and got ${u.length}).`);if(typeof u[u.length-1]=="function"&&typeof u[u.length-2]!="function")throw new B(`Graph.${l}: missing initial value. You must provide it because the callback takes more than one argument and we cannot infer the initial value from the first iteration, as you could with a simple array.`);let d,c;u.length===2?(d=u[0],c=u[1],u=[]):u.length===3?(d=u[1],c=u[2],u=[u[0]]):u.length===4&&(d=u[2],c=u[3],u=[u[0],u[1]]);let h=c;return u.push((f,g,b,p,v,m,y)=>{h=d(h,f,g,b,p,v,m,y)}),this[i].apply(this,u),h}}function il(n,a){let{name:e,type:t,direction:r}=a,i="find"+e[0].toUpperCase()+e.slice(1,-1);n.prototype[i]=function(l,u,d){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return!1;if(arguments.length===1)return d=l,Or(!0,this,t,d);if(arguments.length===2){l=""+l,d=u;let c=this._nodes.get(l);if(typeof c>"u")throw new W(`Graph.${i}: could not find the "${l}" node in the graph.`);return _a(!0,this.multi,t==="mixed"?this.type:t,r,c,d)}if(arguments.length===3){l=""+l,u=""+u;let c=this._nodes.get(l);if(!c)throw new W(`Graph.${i}:  could not find the "${l}" source node in the graph.`);if(!this._nodes.has(u))throw new W(`Graph.${i}:  could not find the "${u}" target node in the graph.`);return xa(!0,t,this.multi,r,c,u,d)}throw new B(`Graph.${i}: too many arguments (expecting 1, 2 or 3 and got ${arguments.length}).`)};let o="some"+e[0].toUpperCase()+e.slice(1,-1);n.prototype[o]=function(){let l=Array.prototype.slice.call(arguments),u=l.pop();return l.push((c,h,f,g,b,p,v)=>u(c,h,f,g,b,p,v)),!!this[i].apply(this,l)};let s="every"+e[0].toUpperCase()+e.slice(1,-1);n.prototype[s]=function(){let l=Array.prototype.slice.call(arguments),u=l.pop();return l.push((c,h,f,g,b,p,v)=>!u(c,h,f,g,b,p,v)),!this[i].apply(this,l)}}function ol(n,a){let{name:e,type:t,direction:r}=a,i=e.slice(0,-1)+"Entries";n.prototype[i]=function(o,s){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return wt();if(!arguments.length)return Qs(this,t);if(arguments.length===1){o=""+o;let l=this._nodes.get(o);if(!l)throw new W(`Graph.${i}: could not find the "${o}" node in the graph.`);return el(t,r,l)}if(arguments.length===2){o=""+o,s=""+s;let l=this._nodes.get(o);if(!l)throw new W(`Graph.${i}:  could not find the "${o}" source node in the graph.`);if(!this._nodes.has(s))throw new W(`Graph.${i}:  could not find the "${s}" target node in the graph.`);return nl(t,r,l,s)}throw new B(`Graph.${i}: too many arguments (expecting 0, 1 or 2 and got ${arguments.length}).`)}}function sl(n){Xs.forEach(a=>{al(n,a),rl(n,a),il(n,a),ol(n,a)})}var ll=[{name:"neighbors",type:"mixed"},{name:"inNeighbors",type:"directed",direction:"in"},{name:"outNeighbors",type:"directed",direction:"out"},{name:"inboundNeighbors",type:"mixed",direction:"in"},{name:"outboundNeighbors",type:"mixed",direction:"out"},{name:"directedNeighbors",type:"directed"},{name:"undirectedNeighbors",type:"undirected"}];function Fn(){this.A=null,this.B=null}Fn.prototype.wrap=function(n){this.A===null?this.A=n:this.B===null&&(this.B=n)};Fn.prototype.has=function(n){return this.A!==null&&n in this.A||this.B!==null&&n in this.B};function Qt(n,a,e,t,r){for(let i in t){let o=t[i],s=o.source,l=o.target,u=s===e?l:s;if(a&&a.has(u.key))continue;let d=r(u.key,u.attributes);if(n&&d)return u.key}}function Ta(n,a,e,t,r){if(a!=="mixed"){if(a==="undirected")return Qt(n,null,t,t.undirected,r);if(typeof e=="string")return Qt(n,null,t,t[e],r)}let i=new Fn,o;if(a!=="undirected"){if(e!=="out"){if(o=Qt(n,null,t,t.in,r),n&&o)return o;i.wrap(t.in)}if(e!=="in"){if(o=Qt(n,i,t,t.out,r),n&&o)return o;i.wrap(t.out)}}if(a!=="directed"&&(o=Qt(n,i,t,t.undirected,r),n&&o))return o}function ul(n,a,e){if(n!=="mixed"){if(n==="undirected")return Object.keys(e.undirected);if(typeof a=="string")return Object.keys(e[a])}let t=[];return Ta(!1,n,a,e,function(r){t.push(r)}),t}function Jt(n,a,e){let t=Object.keys(e),r=t.length,i=0;return{[Symbol.iterator](){return this},next(){let o=null;do{if(i>=r)return n&&n.wrap(e),{done:!0};let s=e[t[i++]],l=s.source,u=s.target;if(o=l===a?u:l,n&&n.has(o.key)){o=null;continue}}while(o===null);return{done:!1,value:{neighbor:o.key,attributes:o.attributes}}}}}function dl(n,a,e){if(n!=="mixed"){if(n==="undirected")return Jt(null,e,e.undirected);if(typeof a=="string")return Jt(null,e,e[a])}let t=wt(),r=new Fn;return n!=="undirected"&&(a!=="out"&&(t=Ve(t,Jt(r,e,e.in))),a!=="in"&&(t=Ve(t,Jt(r,e,e.out)))),n!=="directed"&&(t=Ve(t,Jt(r,e,e.undirected))),t}function cl(n,a){let{name:e,type:t,direction:r}=a;n.prototype[e]=function(i){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return[];i=""+i;let o=this._nodes.get(i);if(typeof o>"u")throw new W(`Graph.${e}: could not find the "${i}" node in the graph.`);return ul(t==="mixed"?this.type:t,r,o)}}function hl(n,a){let{name:e,type:t,direction:r}=a,i="forEach"+e[0].toUpperCase()+e.slice(1,-1);n.prototype[i]=function(u,d){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return;u=""+u;let c=this._nodes.get(u);if(typeof c>"u")throw new W(`Graph.${i}: could not find the "${u}" node in the graph.`);Ta(!1,t==="mixed"?this.type:t,r,c,d)};let o="map"+e[0].toUpperCase()+e.slice(1);n.prototype[o]=function(u,d){let c=[];return this[i](u,(h,f)=>{c.push(d(h,f))}),c};let s="filter"+e[0].toUpperCase()+e.slice(1);n.prototype[s]=function(u,d){let c=[];return this[i](u,(h,f)=>{d(h,f)&&c.push(h)}),c};let l="reduce"+e[0].toUpperCase()+e.slice(1);n.prototype[l]=function(u,d,c){if(arguments.length<3)throw new B(`Graph.${l}: missing initial value. You must provide it because the callback takes more than one argument and we cannot infer the initial value from the first iteration, as you could with a simple array.`);let h=c;return this[i](u,(f,g)=>{h=d(h,f,g)}),h}}function fl(n,a){let{name:e,type:t,direction:r}=a,i=e[0].toUpperCase()+e.slice(1,-1),o="find"+i;n.prototype[o]=function(u,d){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return;u=""+u;let c=this._nodes.get(u);if(typeof c>"u")throw new W(`Graph.${o}: could not find the "${u}" node in the graph.`);return Ta(!0,t==="mixed"?this.type:t,r,c,d)};let s="some"+i;n.prototype[s]=function(u,d){return!!this[o](u,d)};let l="every"+i;n.prototype[l]=function(u,d){return!this[o](u,(h,f)=>!d(h,f))}}function gl(n,a){let{name:e,type:t,direction:r}=a,i=e.slice(0,-1)+"Entries";n.prototype[i]=function(o){if(t!=="mixed"&&this.type!=="mixed"&&t!==this.type)return wt();o=""+o;let s=this._nodes.get(o);if(typeof s>"u")throw new W(`Graph.${i}: could not find the "${o}" node in the graph.`);return dl(t==="mixed"?this.type:t,r,s)}}function vl(n){ll.forEach(a=>{cl(n,a),hl(n,a),fl(n,a),gl(n,a)})}function Dn(n,a,e,t,r){let i=t._nodes.values(),o=t.type,s,l,u,d,c,h,f;for(;s=i.next(),s.done!==!0;){let g=!1;if(l=s.value,o!=="undirected"){d=l.out;for(u in d){c=d[u];do{if(h=c.target,g=!0,f=r(l.key,h.key,l.attributes,h.attributes,c.key,c.attributes,c.undirected),n&&f)return c;c=c.next}while(c)}}if(o!=="directed"){d=l.undirected;for(u in d)if(!(a&&l.key>u)){c=d[u];do{if(h=c.target,h.key!==u&&(h=c.source),g=!0,f=r(l.key,h.key,l.attributes,h.attributes,c.key,c.attributes,c.undirected),n&&f)return c;c=c.next}while(c)}}if(e&&!g&&(f=r(l.key,null,l.attributes,null,null,null,null),n&&f))return null}}function pl(n,a){let e={key:n};return kr(a.attributes)||(e.attributes=ge({},a.attributes)),e}function ml(n,a,e){let t={key:a,source:e.source.key,target:e.target.key};return kr(e.attributes)||(t.attributes=ge({},e.attributes)),n==="mixed"&&e.undirected&&(t.undirected=!0),t}function bl(n){if(!me(n))throw new B('Graph.import: invalid serialized node. A serialized node should be a plain object with at least a "key" property.');if(!("key"in n))throw new B("Graph.import: serialized node is missing its key.");if("attributes"in n&&(!me(n.attributes)||n.attributes===null))throw new B("Graph.import: invalid attributes. Attributes should be a plain object, null or omitted.")}function yl(n){if(!me(n))throw new B('Graph.import: invalid serialized edge. A serialized edge should be a plain object with at least a "source" & "target" property.');if(!("source"in n))throw new B("Graph.import: serialized edge is missing its source.");if(!("target"in n))throw new B("Graph.import: serialized edge is missing its target.");if("attributes"in n&&(!me(n.attributes)||n.attributes===null))throw new B("Graph.import: invalid attributes. Attributes should be a plain object, null or omitted.");if("undirected"in n&&typeof n.undirected!="boolean")throw new B("Graph.import: invalid undirectedness information. Undirected should be boolean or omitted.")}var _l=Ts(),xl=new Set(["directed","undirected","mixed"]),Cr=new Set(["domain","_events","_eventsCount","_maxListeners"]),Tl=[{name:n=>`${n}Edge`,generateKey:!0},{name:n=>`${n}DirectedEdge`,generateKey:!0,type:"directed"},{name:n=>`${n}UndirectedEdge`,generateKey:!0,type:"undirected"},{name:n=>`${n}EdgeWithKey`},{name:n=>`${n}DirectedEdgeWithKey`,type:"directed"},{name:n=>`${n}UndirectedEdgeWithKey`,type:"undirected"}],El={allowSelfLoops:!0,multi:!1,type:"mixed"};function Sl(n,a,e){if(e&&!me(e))throw new B(`Graph.addNode: invalid attributes. Expecting an object but got "${e}"`);if(a=""+a,e=e||{},n._nodes.has(a))throw new X(`Graph.addNode: the "${a}" node already exist in the graph.`);let t=new n.NodeDataClass(a,e);return n._nodes.set(a,t),n.emit("nodeAdded",{key:a,attributes:e}),t}function Lr(n,a,e){let t=new n.NodeDataClass(a,e);return n._nodes.set(a,t),n.emit("nodeAdded",{key:a,attributes:e}),t}function Wr(n,a,e,t,r,i,o,s){if(!t&&n.type==="undirected")throw new X(`Graph.${a}: you cannot add a directed edge to an undirected graph. Use the #.addEdge or #.addUndirectedEdge instead.`);if(t&&n.type==="directed")throw new X(`Graph.${a}: you cannot add an undirected edge to a directed graph. Use the #.addEdge or #.addDirectedEdge instead.`);if(s&&!me(s))throw new B(`Graph.${a}: invalid attributes. Expecting an object but got "${s}"`);if(i=""+i,o=""+o,s=s||{},!n.allowSelfLoops&&i===o)throw new X(`Graph.${a}: source & target are the same ("${i}"), thus creating a loop explicitly forbidden by this graph 'allowSelfLoops' option set to false.`);let l=n._nodes.get(i),u=n._nodes.get(o);if(!l)throw new W(`Graph.${a}: source node "${i}" not found.`);if(!u)throw new W(`Graph.${a}: target node "${o}" not found.`);let d={key:null,undirected:t,source:i,target:o,attributes:s};if(e)r=n._edgeKeyGenerator();else if(r=""+r,n._edges.has(r))throw new X(`Graph.${a}: the "${r}" edge already exists in the graph.`);if(!n.multi&&(t?typeof l.undirected[o]<"u":typeof l.out[o]<"u"))throw new X(`Graph.${a}: an edge linking "${i}" to "${o}" already exists. If you really want to add multiple edges linking those nodes, you should create a multi graph by using the 'multi' option.`);let c=new Ct(t,r,l,u,s);n._edges.set(r,c);let h=i===o;return t?(l.undirectedDegree++,u.undirectedDegree++,h&&(l.undirectedLoops++,n._undirectedSelfLoopCount++)):(l.outDegree++,u.inDegree++,h&&(l.directedLoops++,n._directedSelfLoopCount++)),n.multi?c.attachMulti():c.attach(),t?n._undirectedSize++:n._directedSize++,d.key=r,n.emit("edgeAdded",d),r}function Rl(n,a,e,t,r,i,o,s,l){if(!t&&n.type==="undirected")throw new X(`Graph.${a}: you cannot merge/update a directed edge to an undirected graph. Use the #.mergeEdge/#.updateEdge or #.addUndirectedEdge instead.`);if(t&&n.type==="directed")throw new X(`Graph.${a}: you cannot merge/update an undirected edge to a directed graph. Use the #.mergeEdge/#.updateEdge or #.addDirectedEdge instead.`);if(s){if(l){if(typeof s!="function")throw new B(`Graph.${a}: invalid updater function. Expecting a function but got "${s}"`)}else if(!me(s))throw new B(`Graph.${a}: invalid attributes. Expecting an object but got "${s}"`)}i=""+i,o=""+o;let u;if(l&&(u=s,s=void 0),!n.allowSelfLoops&&i===o)throw new X(`Graph.${a}: source & target are the same ("${i}"), thus creating a loop explicitly forbidden by this graph 'allowSelfLoops' option set to false.`);let d=n._nodes.get(i),c=n._nodes.get(o),h,f;if(!e&&(h=n._edges.get(r),h)){if((h.source.key!==i||h.target.key!==o)&&(!t||h.source.key!==o||h.target.key!==i))throw new X(`Graph.${a}: inconsistency detected when attempting to merge the "${r}" edge with "${i}" source & "${o}" target vs. ("${h.source.key}", "${h.target.key}").`);f=h}if(!f&&!n.multi&&d&&(f=t?d.undirected[o]:d.out[o]),f){let m=[f.key,!1,!1,!1];if(l?!u:!s)return m;if(l){let y=f.attributes;f.attributes=u(y),n.emit("edgeAttributesUpdated",{type:"replace",key:f.key,attributes:f.attributes})}else ge(f.attributes,s),n.emit("edgeAttributesUpdated",{type:"merge",key:f.key,attributes:f.attributes,data:s});return m}s=s||{},l&&u&&(s=u(s));let g={key:null,undirected:t,source:i,target:o,attributes:s};if(e)r=n._edgeKeyGenerator();else if(r=""+r,n._edges.has(r))throw new X(`Graph.${a}: the "${r}" edge already exists in the graph.`);let b=!1,p=!1;d||(d=Lr(n,i,{}),b=!0,i===o&&(c=d,p=!0)),c||(c=Lr(n,o,{}),p=!0),h=new Ct(t,r,d,c,s),n._edges.set(r,h);let v=i===o;return t?(d.undirectedDegree++,c.undirectedDegree++,v&&(d.undirectedLoops++,n._undirectedSelfLoopCount++)):(d.outDegree++,c.inDegree++,v&&(d.directedLoops++,n._directedSelfLoopCount++)),n.multi?h.attachMulti():h.attach(),t?n._undirectedSize++:n._directedSize++,g.key=r,n.emit("edgeAdded",g),[r,!0,b,p]}function Dt(n,a){n._edges.delete(a.key);let{source:e,target:t,attributes:r}=a,i=a.undirected,o=e===t;i?(e.undirectedDegree--,t.undirectedDegree--,o&&(e.undirectedLoops--,n._undirectedSelfLoopCount--)):(e.outDegree--,t.inDegree--,o&&(e.directedLoops--,n._directedSelfLoopCount--)),n.multi?a.detachMulti():a.detach(),i?n._undirectedSize--:n._directedSize--,n.emit("edgeDropped",{key:a.key,attributes:r,source:e.key,target:t.key,undirected:i})}var oe=class n extends Pr.EventEmitter{constructor(a){if(super(),a=ge({},El,a),typeof a.multi!="boolean")throw new B(`Graph.constructor: invalid 'multi' option. Expecting a boolean but got "${a.multi}".`);if(!xl.has(a.type))throw new B(`Graph.constructor: invalid 'type' option. Should be one of "mixed", "directed" or "undirected" but got "${a.type}".`);if(typeof a.allowSelfLoops!="boolean")throw new B(`Graph.constructor: invalid 'allowSelfLoops' option. Expecting a boolean but got "${a.allowSelfLoops}".`);let e=a.type==="mixed"?Fr:a.type==="directed"?Ir:Gr;De(this,"NodeDataClass",e);let t="geid_"+_l()+"_",r=0,i=()=>{let o;do o=t+r++;while(this._edges.has(o));return o};De(this,"_attributes",{}),De(this,"_nodes",new Map),De(this,"_edges",new Map),De(this,"_directedSize",0),De(this,"_undirectedSize",0),De(this,"_directedSelfLoopCount",0),De(this,"_undirectedSelfLoopCount",0),De(this,"_edgeKeyGenerator",i),De(this,"_options",a),Cr.forEach(o=>De(this,o,this[o])),Ge(this,"order",()=>this._nodes.size),Ge(this,"size",()=>this._edges.size),Ge(this,"directedSize",()=>this._directedSize),Ge(this,"undirectedSize",()=>this._undirectedSize),Ge(this,"selfLoopCount",()=>this._directedSelfLoopCount+this._undirectedSelfLoopCount),Ge(this,"directedSelfLoopCount",()=>this._directedSelfLoopCount),Ge(this,"undirectedSelfLoopCount",()=>this._undirectedSelfLoopCount),Ge(this,"multi",this._options.multi),Ge(this,"type",this._options.type),Ge(this,"allowSelfLoops",this._options.allowSelfLoops),Ge(this,"implementation",()=>"graphology")}_resetInstanceCounters(){this._directedSize=0,this._undirectedSize=0,this._directedSelfLoopCount=0,this._undirectedSelfLoopCount=0}hasNode(a){return this._nodes.has(""+a)}hasDirectedEdge(a,e){if(this.type==="undirected")return!1;if(arguments.length===1){let t=""+a,r=this._edges.get(t);return!!r&&!r.undirected}else if(arguments.length===2){a=""+a,e=""+e;let t=this._nodes.get(a);return t?t.out.hasOwnProperty(e):!1}throw new B(`Graph.hasDirectedEdge: invalid arity (${arguments.length}, instead of 1 or 2). You can either ask for an edge id or for the existence of an edge between a source & a target.`)}hasUndirectedEdge(a,e){if(this.type==="directed")return!1;if(arguments.length===1){let t=""+a,r=this._edges.get(t);return!!r&&r.undirected}else if(arguments.length===2){a=""+a,e=""+e;let t=this._nodes.get(a);return t?t.undirected.hasOwnProperty(e):!1}throw new B(`Graph.hasDirectedEdge: invalid arity (${arguments.length}, instead of 1 or 2). You can either ask for an edge id or for the existence of an edge between a source & a target.`)}hasEdge(a,e){if(arguments.length===1){let t=""+a;return this._edges.has(t)}else if(arguments.length===2){a=""+a,e=""+e;let t=this._nodes.get(a);return t?typeof t.out<"u"&&t.out.hasOwnProperty(e)||typeof t.undirected<"u"&&t.undirected.hasOwnProperty(e):!1}throw new B(`Graph.hasEdge: invalid arity (${arguments.length}, instead of 1 or 2). You can either ask for an edge id or for the existence of an edge between a source & a target.`)}directedEdge(a,e){if(this.type==="undirected")return;if(a=""+a,e=""+e,this.multi)throw new X("Graph.directedEdge: this method is irrelevant with multigraphs since there might be multiple edges between source & target. See #.directedEdges instead.");let t=this._nodes.get(a);if(!t)throw new W(`Graph.directedEdge: could not find the "${a}" source node in the graph.`);if(!this._nodes.has(e))throw new W(`Graph.directedEdge: could not find the "${e}" target node in the graph.`);let r=t.out&&t.out[e]||void 0;if(r)return r.key}undirectedEdge(a,e){if(this.type==="directed")return;if(a=""+a,e=""+e,this.multi)throw new X("Graph.undirectedEdge: this method is irrelevant with multigraphs since there might be multiple edges between source & target. See #.undirectedEdges instead.");let t=this._nodes.get(a);if(!t)throw new W(`Graph.undirectedEdge: could not find the "${a}" source node in the graph.`);if(!this._nodes.has(e))throw new W(`Graph.undirectedEdge: could not find the "${e}" target node in the graph.`);let r=t.undirected&&t.undirected[e]||void 0;if(r)return r.key}edge(a,e){if(this.multi)throw new X("Graph.edge: this method is irrelevant with multigraphs since there might be multiple edges between source & target. See #.edges instead.");a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.edge: could not find the "${a}" source node in the graph.`);if(!this._nodes.has(e))throw new W(`Graph.edge: could not find the "${e}" target node in the graph.`);let r=t.out&&t.out[e]||t.undirected&&t.undirected[e]||void 0;if(r)return r.key}areDirectedNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areDirectedNeighbors: could not find the "${a}" node in the graph.`);return this.type==="undirected"?!1:e in t.in||e in t.out}areOutNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areOutNeighbors: could not find the "${a}" node in the graph.`);return this.type==="undirected"?!1:e in t.out}areInNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areInNeighbors: could not find the "${a}" node in the graph.`);return this.type==="undirected"?!1:e in t.in}areUndirectedNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areUndirectedNeighbors: could not find the "${a}" node in the graph.`);return this.type==="directed"?!1:e in t.undirected}areNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areNeighbors: could not find the "${a}" node in the graph.`);return this.type!=="undirected"&&(e in t.in||e in t.out)||this.type!=="directed"&&e in t.undirected}areInboundNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areInboundNeighbors: could not find the "${a}" node in the graph.`);return this.type!=="undirected"&&e in t.in||this.type!=="directed"&&e in t.undirected}areOutboundNeighbors(a,e){a=""+a,e=""+e;let t=this._nodes.get(a);if(!t)throw new W(`Graph.areOutboundNeighbors: could not find the "${a}" node in the graph.`);return this.type!=="undirected"&&e in t.out||this.type!=="directed"&&e in t.undirected}inDegree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.inDegree: could not find the "${a}" node in the graph.`);return this.type==="undirected"?0:e.inDegree}outDegree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.outDegree: could not find the "${a}" node in the graph.`);return this.type==="undirected"?0:e.outDegree}directedDegree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.directedDegree: could not find the "${a}" node in the graph.`);return this.type==="undirected"?0:e.inDegree+e.outDegree}undirectedDegree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.undirectedDegree: could not find the "${a}" node in the graph.`);return this.type==="directed"?0:e.undirectedDegree}inboundDegree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.inboundDegree: could not find the "${a}" node in the graph.`);let t=0;return this.type!=="directed"&&(t+=e.undirectedDegree),this.type!=="undirected"&&(t+=e.inDegree),t}outboundDegree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.outboundDegree: could not find the "${a}" node in the graph.`);let t=0;return this.type!=="directed"&&(t+=e.undirectedDegree),this.type!=="undirected"&&(t+=e.outDegree),t}degree(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.degree: could not find the "${a}" node in the graph.`);let t=0;return this.type!=="directed"&&(t+=e.undirectedDegree),this.type!=="undirected"&&(t+=e.inDegree+e.outDegree),t}inDegreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.inDegreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);return this.type==="undirected"?0:e.inDegree-e.directedLoops}outDegreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.outDegreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);return this.type==="undirected"?0:e.outDegree-e.directedLoops}directedDegreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.directedDegreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);return this.type==="undirected"?0:e.inDegree+e.outDegree-e.directedLoops*2}undirectedDegreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.undirectedDegreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);return this.type==="directed"?0:e.undirectedDegree-e.undirectedLoops*2}inboundDegreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.inboundDegreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);let t=0,r=0;return this.type!=="directed"&&(t+=e.undirectedDegree,r+=e.undirectedLoops*2),this.type!=="undirected"&&(t+=e.inDegree,r+=e.directedLoops),t-r}outboundDegreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.outboundDegreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);let t=0,r=0;return this.type!=="directed"&&(t+=e.undirectedDegree,r+=e.undirectedLoops*2),this.type!=="undirected"&&(t+=e.outDegree,r+=e.directedLoops),t-r}degreeWithoutSelfLoops(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.degreeWithoutSelfLoops: could not find the "${a}" node in the graph.`);let t=0,r=0;return this.type!=="directed"&&(t+=e.undirectedDegree,r+=e.undirectedLoops*2),this.type!=="undirected"&&(t+=e.inDegree+e.outDegree,r+=e.directedLoops*2),t-r}source(a){a=""+a;let e=this._edges.get(a);if(!e)throw new W(`Graph.source: could not find the "${a}" edge in the graph.`);return e.source.key}target(a){a=""+a;let e=this._edges.get(a);if(!e)throw new W(`Graph.target: could not find the "${a}" edge in the graph.`);return e.target.key}extremities(a){a=""+a;let e=this._edges.get(a);if(!e)throw new W(`Graph.extremities: could not find the "${a}" edge in the graph.`);return[e.source.key,e.target.key]}opposite(a,e){a=""+a,e=""+e;let t=this._edges.get(e);if(!t)throw new W(`Graph.opposite: could not find the "${e}" edge in the graph.`);let r=t.source.key,i=t.target.key;if(a===r)return i;if(a===i)return r;throw new W(`Graph.opposite: the "${a}" node is not attached to the "${e}" edge (${r}, ${i}).`)}hasExtremity(a,e){a=""+a,e=""+e;let t=this._edges.get(a);if(!t)throw new W(`Graph.hasExtremity: could not find the "${a}" edge in the graph.`);return t.source.key===e||t.target.key===e}isUndirected(a){a=""+a;let e=this._edges.get(a);if(!e)throw new W(`Graph.isUndirected: could not find the "${a}" edge in the graph.`);return e.undirected}isDirected(a){a=""+a;let e=this._edges.get(a);if(!e)throw new W(`Graph.isDirected: could not find the "${a}" edge in the graph.`);return!e.undirected}isSelfLoop(a){a=""+a;let e=this._edges.get(a);if(!e)throw new W(`Graph.isSelfLoop: could not find the "${a}" edge in the graph.`);return e.source===e.target}addNode(a,e){return Sl(this,a,e).key}mergeNode(a,e){if(e&&!me(e))throw new B(`Graph.mergeNode: invalid attributes. Expecting an object but got "${e}"`);a=""+a,e=e||{};let t=this._nodes.get(a);return t?(e&&(ge(t.attributes,e),this.emit("nodeAttributesUpdated",{type:"merge",key:a,attributes:t.attributes,data:e})),[a,!1]):(t=new this.NodeDataClass(a,e),this._nodes.set(a,t),this.emit("nodeAdded",{key:a,attributes:e}),[a,!0])}updateNode(a,e){if(e&&typeof e!="function")throw new B(`Graph.updateNode: invalid updater function. Expecting a function but got "${e}"`);a=""+a;let t=this._nodes.get(a);if(t){if(e){let i=t.attributes;t.attributes=e(i),this.emit("nodeAttributesUpdated",{type:"replace",key:a,attributes:t.attributes})}return[a,!1]}let r=e?e({}):{};return t=new this.NodeDataClass(a,r),this._nodes.set(a,t),this.emit("nodeAdded",{key:a,attributes:r}),[a,!0]}dropNode(a){a=""+a;let e=this._nodes.get(a);if(!e)throw new W(`Graph.dropNode: could not find the "${a}" node in the graph.`);let t;if(this.type!=="undirected"){for(let r in e.out){t=e.out[r];do Dt(this,t),t=t.next;while(t)}for(let r in e.in){t=e.in[r];do Dt(this,t),t=t.next;while(t)}}if(this.type!=="directed")for(let r in e.undirected){t=e.undirected[r];do Dt(this,t),t=t.next;while(t)}this._nodes.delete(a),this.emit("nodeDropped",{key:a,attributes:e.attributes})}dropEdge(a){let e;if(arguments.length>1){let t=""+arguments[0],r=""+arguments[1];if(e=we(this,t,r,this.type),!e)throw new W(`Graph.dropEdge: could not find the "${t}" -> "${r}" edge in the graph.`)}else if(a=""+a,e=this._edges.get(a),!e)throw new W(`Graph.dropEdge: could not find the "${a}" edge in the graph.`);return Dt(this,e),this}dropDirectedEdge(a,e){if(arguments.length<2)throw new X("Graph.dropDirectedEdge: it does not make sense to try and drop a directed edge by key. What if the edge with this key is undirected? Use #.dropEdge for this purpose instead.");if(this.multi)throw new X("Graph.dropDirectedEdge: cannot use a {source,target} combo when dropping an edge in a MultiGraph since we cannot infer the one you want to delete as there could be multiple ones.");a=""+a,e=""+e;let t=we(this,a,e,"directed");if(!t)throw new W(`Graph.dropDirectedEdge: could not find a "${a}" -> "${e}" edge in the graph.`);return Dt(this,t),this}dropUndirectedEdge(a,e){if(arguments.length<2)throw new X("Graph.dropUndirectedEdge: it does not make sense to drop a directed edge by key. What if the edge with this key is undirected? Use #.dropEdge for this purpose instead.");if(this.multi)throw new X("Graph.dropUndirectedEdge: cannot use a {source,target} combo when dropping an edge in a MultiGraph since we cannot infer the one you want to delete as there could be multiple ones.");let t=we(this,a,e,"undirected");if(!t)throw new W(`Graph.dropUndirectedEdge: could not find a "${a}" -> "${e}" edge in the graph.`);return Dt(this,t),this}clear(){this._edges.clear(),this._nodes.clear(),this._resetInstanceCounters(),this.emit("cleared")}clearEdges(){let a=this._nodes.values(),e;for(;e=a.next(),e.done!==!0;)e.value.clear();this._edges.clear(),this._resetInstanceCounters(),this.emit("edgesCleared")}getAttribute(a){return this._attributes[a]}getAttributes(){return this._attributes}hasAttribute(a){return this._attributes.hasOwnProperty(a)}setAttribute(a,e){return this._attributes[a]=e,this.emit("attributesUpdated",{type:"set",attributes:this._attributes,name:a}),this}updateAttribute(a,e){if(typeof e!="function")throw new B("Graph.updateAttribute: updater should be a function.");let t=this._attributes[a];return this._attributes[a]=e(t),this.emit("attributesUpdated",{type:"set",attributes:this._attributes,name:a}),this}removeAttribute(a){return delete this._attributes[a],this.emit("attributesUpdated",{type:"remove",attributes:this._attributes,name:a}),this}replaceAttributes(a){if(!me(a))throw new B("Graph.replaceAttributes: provided attributes are not a plain object.");return this._attributes=a,this.emit("attributesUpdated",{type:"replace",attributes:this._attributes}),this}mergeAttributes(a){if(!me(a))throw new B("Graph.mergeAttributes: provided attributes are not a plain object.");return ge(this._attributes,a),this.emit("attributesUpdated",{type:"merge",attributes:this._attributes,data:a}),this}updateAttributes(a){if(typeof a!="function")throw new B("Graph.updateAttributes: provided updater is not a function.");return this._attributes=a(this._attributes),this.emit("attributesUpdated",{type:"update",attributes:this._attributes}),this}updateEachNodeAttributes(a,e){if(typeof a!="function")throw new B("Graph.updateEachNodeAttributes: expecting an updater function.");if(e&&!wr(e))throw new B("Graph.updateEachNodeAttributes: invalid hints. Expecting an object having the following shape: {attributes?: [string]}");let t=this._nodes.values(),r,i;for(;r=t.next(),r.done!==!0;)i=r.value,i.attributes=a(i.key,i.attributes);this.emit("eachNodeAttributesUpdated",{hints:e||null})}updateEachEdgeAttributes(a,e){if(typeof a!="function")throw new B("Graph.updateEachEdgeAttributes: expecting an updater function.");if(e&&!wr(e))throw new B("Graph.updateEachEdgeAttributes: invalid hints. Expecting an object having the following shape: {attributes?: [string]}");let t=this._edges.values(),r,i,o,s;for(;r=t.next(),r.done!==!0;)i=r.value,o=i.source,s=i.target,i.attributes=a(i.key,i.attributes,o.key,s.key,o.attributes,s.attributes,i.undirected);this.emit("eachEdgeAttributesUpdated",{hints:e||null})}forEachAdjacencyEntry(a){if(typeof a!="function")throw new B("Graph.forEachAdjacencyEntry: expecting a callback.");Dn(!1,!1,!1,this,a)}forEachAdjacencyEntryWithOrphans(a){if(typeof a!="function")throw new B("Graph.forEachAdjacencyEntryWithOrphans: expecting a callback.");Dn(!1,!1,!0,this,a)}forEachAssymetricAdjacencyEntry(a){if(typeof a!="function")throw new B("Graph.forEachAssymetricAdjacencyEntry: expecting a callback.");Dn(!1,!0,!1,this,a)}forEachAssymetricAdjacencyEntryWithOrphans(a){if(typeof a!="function")throw new B("Graph.forEachAssymetricAdjacencyEntryWithOrphans: expecting a callback.");Dn(!1,!0,!0,this,a)}nodes(){return Array.from(this._nodes.keys())}forEachNode(a){if(typeof a!="function")throw new B("Graph.forEachNode: expecting a callback.");let e=this._nodes.values(),t,r;for(;t=e.next(),t.done!==!0;)r=t.value,a(r.key,r.attributes)}findNode(a){if(typeof a!="function")throw new B("Graph.findNode: expecting a callback.");let e=this._nodes.values(),t,r;for(;t=e.next(),t.done!==!0;)if(r=t.value,a(r.key,r.attributes))return r.key}mapNodes(a){if(typeof a!="function")throw new B("Graph.mapNode: expecting a callback.");let e=this._nodes.values(),t,r,i=new Array(this.order),o=0;for(;t=e.next(),t.done!==!0;)r=t.value,i[o++]=a(r.key,r.attributes);return i}someNode(a){if(typeof a!="function")throw new B("Graph.someNode: expecting a callback.");let e=this._nodes.values(),t,r;for(;t=e.next(),t.done!==!0;)if(r=t.value,a(r.key,r.attributes))return!0;return!1}everyNode(a){if(typeof a!="function")throw new B("Graph.everyNode: expecting a callback.");let e=this._nodes.values(),t,r;for(;t=e.next(),t.done!==!0;)if(r=t.value,!a(r.key,r.attributes))return!1;return!0}filterNodes(a){if(typeof a!="function")throw new B("Graph.filterNodes: expecting a callback.");let e=this._nodes.values(),t,r,i=[];for(;t=e.next(),t.done!==!0;)r=t.value,a(r.key,r.attributes)&&i.push(r.key);return i}reduceNodes(a,e){if(typeof a!="function")throw new B("Graph.reduceNodes: expecting a callback.");if(arguments.length<2)throw new B("Graph.reduceNodes: missing initial value. You must provide it because the callback takes more than one argument and we cannot infer the initial value from the first iteration, as you could with a simple array.");let t=e,r=this._nodes.values(),i,o;for(;i=r.next(),i.done!==!0;)o=i.value,t=a(t,o.key,o.attributes);return t}nodeEntries(){let a=this._nodes.values();return{[Symbol.iterator](){return this},next(){let e=a.next();if(e.done)return e;let t=e.value;return{value:{node:t.key,attributes:t.attributes},done:!1}}}}export(){let a=new Array(this._nodes.size),e=0;this._nodes.forEach((r,i)=>{a[e++]=pl(i,r)});let t=new Array(this._edges.size);return e=0,this._edges.forEach((r,i)=>{t[e++]=ml(this.type,i,r)}),{options:{type:this.type,multi:this.multi,allowSelfLoops:this.allowSelfLoops},attributes:this.getAttributes(),nodes:a,edges:t}}import(a,e=!1){if(a instanceof n)return a.forEachNode((l,u)=>{e?this.mergeNode(l,u):this.addNode(l,u)}),a.forEachEdge((l,u,d,c,h,f,g)=>{e?g?this.mergeUndirectedEdgeWithKey(l,d,c,u):this.mergeDirectedEdgeWithKey(l,d,c,u):g?this.addUndirectedEdgeWithKey(l,d,c,u):this.addDirectedEdgeWithKey(l,d,c,u)}),this;if(!me(a))throw new B("Graph.import: invalid argument. Expecting a serialized graph or, alternatively, a Graph instance.");if(a.attributes){if(!me(a.attributes))throw new B("Graph.import: invalid attributes. Expecting a plain object.");e?this.mergeAttributes(a.attributes):this.replaceAttributes(a.attributes)}let t,r,i,o,s;if(a.nodes){if(i=a.nodes,!Array.isArray(i))throw new B("Graph.import: invalid nodes. Expecting an array.");for(t=0,r=i.length;t<r;t++){o=i[t],bl(o);let{key:l,attributes:u}=o;e?this.mergeNode(l,u):this.addNode(l,u)}}if(a.edges){let l=!1;if(this.type==="undirected"&&(l=!0),i=a.edges,!Array.isArray(i))throw new B("Graph.import: invalid edges. Expecting an array.");for(t=0,r=i.length;t<r;t++){s=i[t],yl(s);let{source:u,target:d,attributes:c,undirected:h=l}=s,f;"key"in s?(f=e?h?this.mergeUndirectedEdgeWithKey:this.mergeDirectedEdgeWithKey:h?this.addUndirectedEdgeWithKey:this.addDirectedEdgeWithKey,f.call(this,s.key,u,d,c)):(f=e?h?this.mergeUndirectedEdge:this.mergeDirectedEdge:h?this.addUndirectedEdge:this.addDirectedEdge,f.call(this,u,d,c))}}return this}nullCopy(a){let e=new n(ge({},this._options,a));return e.replaceAttributes(ge({},this.getAttributes())),e}emptyCopy(a){let e=this.nullCopy(a);return this._nodes.forEach((t,r)=>{let i=ge({},t.attributes);t=new e.NodeDataClass(r,i),e._nodes.set(r,t)}),e}copy(a){if(a=a||{},typeof a.type=="string"&&a.type!==this.type&&a.type!=="mixed")throw new X(`Graph.copy: cannot create an incompatible copy from "${this.type}" type to "${a.type}" because this would mean losing information about the current graph.`);if(typeof a.multi=="boolean"&&a.multi!==this.multi&&a.multi!==!0)throw new X("Graph.copy: cannot create an incompatible copy by downgrading a multi graph to a simple one because this would mean losing information about the current graph.");if(typeof a.allowSelfLoops=="boolean"&&a.allowSelfLoops!==this.allowSelfLoops&&a.allowSelfLoops!==!0)throw new X("Graph.copy: cannot create an incompatible copy from a graph allowing self loops to one that does not because this would mean losing information about the current graph.");let e=this.emptyCopy(a),t=this._edges.values(),r,i;for(;r=t.next(),r.done!==!0;)i=r.value,Wr(e,"copy",!1,i.undirected,i.key,i.source.key,i.target.key,ge({},i.attributes));return e}toJSON(){return this.export()}toString(){return"[object Graph]"}inspect(){let a={};this._nodes.forEach((i,o)=>{a[o]=i.attributes});let e={},t={};this._edges.forEach((i,o)=>{let s=i.undirected?"--":"->",l="",u=i.source.key,d=i.target.key,c;i.undirected&&u>d&&(c=u,u=d,d=c);let h=`(${u})${s}(${d})`;o.startsWith("geid_")?this.multi&&(typeof t[h]>"u"?t[h]=0:t[h]++,l+=`${t[h]}. `):l+=`[${o}]: `,l+=h,e[l]=i.attributes});let r={};for(let i in this)this.hasOwnProperty(i)&&!Cr.has(i)&&typeof this[i]!="function"&&typeof i!="symbol"&&(r[i]=this[i]);return r.attributes=this._attributes,r.nodes=a,r.edges=e,De(r,"constructor",this.constructor),r}};typeof Symbol<"u"&&(oe.prototype[Symbol.for("nodejs.util.inspect.custom")]=oe.prototype.inspect);Tl.forEach(n=>{["add","merge","update"].forEach(a=>{let e=n.name(a),t=a==="add"?Wr:Rl;n.generateKey?oe.prototype[e]=function(r,i,o){return t(this,e,!0,(n.type||this.type)==="undirected",null,r,i,o,a==="update")}:oe.prototype[e]=function(r,i,o,s){return t(this,e,!1,(n.type||this.type)==="undirected",r,i,o,s,a==="update")}})});Is(oe);Vs(oe);sl(oe);vl(oe);var wn=class extends oe{constructor(a){let e=ge({type:"directed"},a);if("multi"in e&&e.multi!==!1)throw new B("DirectedGraph.from: inconsistent indication that the graph should be multi in given options!");if(e.type!=="directed")throw new B('DirectedGraph.from: inconsistent "'+e.type+'" type in given options!');super(e)}},Cn=class extends oe{constructor(a){let e=ge({type:"undirected"},a);if("multi"in e&&e.multi!==!1)throw new B("UndirectedGraph.from: inconsistent indication that the graph should be multi in given options!");if(e.type!=="undirected")throw new B('UndirectedGraph.from: inconsistent "'+e.type+'" type in given options!');super(e)}},Ln=class extends oe{constructor(a){let e=ge({multi:!0},a);if("multi"in e&&e.multi!==!0)throw new B("MultiGraph.from: inconsistent indication that the graph should be simple in given options!");super(e)}},Pn=class extends oe{constructor(a){let e=ge({type:"directed",multi:!0},a);if("multi"in e&&e.multi!==!0)throw new B("MultiDirectedGraph.from: inconsistent indication that the graph should be simple in given options!");if(e.type!=="directed")throw new B('MultiDirectedGraph.from: inconsistent "'+e.type+'" type in given options!');super(e)}},kn=class extends oe{constructor(a){let e=ge({type:"undirected",multi:!0},a);if("multi"in e&&e.multi!==!0)throw new B("MultiUndirectedGraph.from: inconsistent indication that the graph should be simple in given options!");if(e.type!=="undirected")throw new B('MultiUndirectedGraph.from: inconsistent "'+e.type+'" type in given options!');super(e)}};function Lt(n){n.from=function(a,e){let t=ge({},a.options,e),r=new n(t);return r.import(a),r}}Lt(oe);Lt(wn);Lt(Cn);Lt(Ln);Lt(Pn);Lt(kn);oe.Graph=oe;oe.DirectedGraph=wn;oe.UndirectedGraph=Cn;oe.MultiGraph=Ln;oe.MultiDirectedGraph=Pn;oe.MultiUndirectedGraph=kn;oe.InvalidArgumentsGraphError=B;oe.NotFoundGraphError=W;oe.UsageGraphError=X;var hr=Ze(ti(),1);function On(n,a){(a==null||a>n.length)&&(a=n.length);for(var e=0,t=Array(a);e<a;e++)t[e]=n[e];return t}function Wn(n,a){if(n){if(typeof n=="string")return On(n,a);var e={}.toString.call(n).slice(8,-1);return e==="Object"&&n.constructor&&(e=n.constructor.name),e==="Map"||e==="Set"?Array.from(n):e==="Arguments"||/^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(e)?On(n,a):void 0}}function Nl(n){if(Array.isArray(n))return n}function Ml(n,a){var e=n==null?null:typeof Symbol<"u"&&n[Symbol.iterator]||n["@@iterator"];if(e!=null){var t,r,i,o,s=[],l=!0,u=!1;try{if(i=(e=e.call(n)).next,a===0){if(Object(e)!==e)return;l=!1}else for(;!(l=(t=i.call(e)).done)&&(s.push(t.value),s.length!==a);l=!0);}catch(d){u=!0,r=d}finally{try{if(!l&&e.return!=null&&(o=e.return(),Object(o)!==o))return}finally{if(u)throw r}}return s}}function Ol(){throw new TypeError(`Invalid attempt to destructure non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`)}function ee(n,a){return Nl(n)||Ml(n,a)||Wn(n,a)||Ol()}function M(n,a){var e=typeof Symbol<"u"&&n[Symbol.iterator]||n["@@iterator"];if(!e){if(Array.isArray(n)||(e=Wn(n))||a&&n&&typeof n.length=="number"){e&&(n=e);var t=0,r=function(){};return{s:r,n:function(){return t>=n.length?{done:!0}:{done:!1,value:n[t++]}},e:function(l){throw l},f:r}}throw new TypeError(`Invalid attempt to iterate non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`)}var i,o=!0,s=!1;return{s:function(){e=e.call(n)},n:function(){var l=e.next();return o=l.done,l},e:function(l){s=!0,i=l},f:function(){try{o||e.return==null||e.return()}finally{if(s)throw i}}}}function Le(){return Float32Array.of(1,0,0,0,1,0,0,0,1)}function Nn(n,a,e){return n[0]=a,n[4]=typeof e=="number"?e:a,n}function ni(n,a){var e=Math.sin(a),t=Math.cos(a);return n[0]=t,n[1]=e,n[3]=-e,n[4]=t,n}function ai(n,a,e){return n[6]=a,n[7]=e,n}function et(n,a){var e=n[0],t=n[1],r=n[2],i=n[3],o=n[4],s=n[5],l=n[6],u=n[7],d=n[8],c=a[0],h=a[1],f=a[2],g=a[3],b=a[4],p=a[5],v=a[6],m=a[7],y=a[8];return n[0]=c*e+h*i+f*l,n[1]=c*t+h*o+f*u,n[2]=c*r+h*s+f*d,n[3]=g*e+b*i+p*l,n[4]=g*t+b*o+p*u,n[5]=g*r+b*s+p*d,n[6]=v*e+m*i+y*l,n[7]=v*t+m*o+y*u,n[8]=v*r+m*s+y*d,n}function Ra(n,a){var e=Math.cos(a),t=Math.sin(a);return{x:e*n.x+t*n.y,y:-t*n.x+e*n.y}}function kt(n,a){var e=arguments.length>2&&arguments[2]!==void 0?arguments[2]:1,t=n[0],r=n[1],i=n[3],o=n[4],s=n[6],l=n[7],u=a.x,d=a.y;return{x:u*t+d*i+s*e,y:u*r+d*o+l*e}}function Wl(n,a){var e=n.height/n.width,t=a.height/a.width;return e<1&&t>1||e>1&&t<1?1:Math.min(Math.max(t,1/t),Math.max(1/e,e))}function tt(n,a,e,t,r){var i=n.angle,o=n.ratio,s=n.x,l=n.y,u=a.width,d=a.height,c=Le(),h=Math.min(u,d)-2*t,f=Wl(a,e);return r?(et(c,ai(Le(),s,l)),et(c,Nn(Le(),o)),et(c,ni(Le(),i)),et(c,Nn(Le(),u/h/2/f,d/h/2/f))):(et(c,Nn(Le(),2*(h/u)*f,2*(h/d)*f)),et(c,ni(Le(),-i)),et(c,Nn(Le(),1/o)),et(c,ai(Le(),-s,-l))),c}function ri(n,a,e){var t=kt(n,{x:Math.cos(a.angle),y:Math.sin(a.angle)},0),r=t.x,i=t.y;return 1/Math.sqrt(Math.pow(r,2)+Math.pow(i,2))/e.width}function Aa(n,a,e,t,r){var i=Math.floor(a/r*t),o=Math.floor(n.drawingBufferHeight/r-e/r*t);return[i,o]}var rn={black:"#000000",silver:"#C0C0C0",gray:"#808080",grey:"#808080",white:"#FFFFFF",maroon:"#800000",red:"#FF0000",purple:"#800080",fuchsia:"#FF00FF",green:"#008000",lime:"#00FF00",olive:"#808000",yellow:"#FFFF00",navy:"#000080",blue:"#0000FF",teal:"#008080",aqua:"#00FFFF",darkblue:"#00008B",mediumblue:"#0000CD",darkgreen:"#006400",darkcyan:"#008B8B",deepskyblue:"#00BFFF",darkturquoise:"#00CED1",mediumspringgreen:"#00FA9A",springgreen:"#00FF7F",cyan:"#00FFFF",midnightblue:"#191970",dodgerblue:"#1E90FF",lightseagreen:"#20B2AA",forestgreen:"#228B22",seagreen:"#2E8B57",darkslategray:"#2F4F4F",darkslategrey:"#2F4F4F",limegreen:"#32CD32",mediumseagreen:"#3CB371",turquoise:"#40E0D0",royalblue:"#4169E1",steelblue:"#4682B4",darkslateblue:"#483D8B",mediumturquoise:"#48D1CC",indigo:"#4B0082",darkolivegreen:"#556B2F",cadetblue:"#5F9EA0",cornflowerblue:"#6495ED",rebeccapurple:"#663399",mediumaquamarine:"#66CDAA",dimgray:"#696969",dimgrey:"#696969",slateblue:"#6A5ACD",olivedrab:"#6B8E23",slategray:"#708090",slategrey:"#708090",lightslategray:"#778899",lightslategrey:"#778899",mediumslateblue:"#7B68EE",lawngreen:"#7CFC00",chartreuse:"#7FFF00",aquamarine:"#7FFFD4",skyblue:"#87CEEB",lightskyblue:"#87CEFA",blueviolet:"#8A2BE2",darkred:"#8B0000",darkmagenta:"#8B008B",saddlebrown:"#8B4513",darkseagreen:"#8FBC8F",lightgreen:"#90EE90",mediumpurple:"#9370DB",darkviolet:"#9400D3",palegreen:"#98FB98",darkorchid:"#9932CC",yellowgreen:"#9ACD32",sienna:"#A0522D",brown:"#A52A2A",darkgray:"#A9A9A9",darkgrey:"#A9A9A9",lightblue:"#ADD8E6",greenyellow:"#ADFF2F",paleturquoise:"#AFEEEE",lightsteelblue:"#B0C4DE",powderblue:"#B0E0E6",firebrick:"#B22222",darkgoldenrod:"#B8860B",mediumorchid:"#BA55D3",rosybrown:"#BC8F8F",darkkhaki:"#BDB76B",mediumvioletred:"#C71585",indianred:"#CD5C5C",peru:"#CD853F",chocolate:"#D2691E",tan:"#D2B48C",lightgray:"#D3D3D3",lightgrey:"#D3D3D3",thistle:"#D8BFD8",orchid:"#DA70D6",goldenrod:"#DAA520",palevioletred:"#DB7093",crimson:"#DC143C",gainsboro:"#DCDCDC",plum:"#DDA0DD",burlywood:"#DEB887",lightcyan:"#E0FFFF",lavender:"#E6E6FA",darksalmon:"#E9967A",violet:"#EE82EE",palegoldenrod:"#EEE8AA",lightcoral:"#F08080",khaki:"#F0E68C",aliceblue:"#F0F8FF",honeydew:"#F0FFF0",azure:"#F0FFFF",sandybrown:"#F4A460",wheat:"#F5DEB3",beige:"#F5F5DC",whitesmoke:"#F5F5F5",mintcream:"#F5FFFA",ghostwhite:"#F8F8FF",salmon:"#FA8072",antiquewhite:"#FAEBD7",linen:"#FAF0E6",lightgoldenrodyellow:"#FAFAD2",oldlace:"#FDF5E6",magenta:"#FF00FF",deeppink:"#FF1493",orangered:"#FF4500",tomato:"#FF6347",hotpink:"#FF69B4",coral:"#FF7F50",darkorange:"#FF8C00",lightsalmon:"#FFA07A",orange:"#FFA500",lightpink:"#FFB6C1",pink:"#FFC0CB",gold:"#FFD700",peachpuff:"#FFDAB9",navajowhite:"#FFDEAD",moccasin:"#FFE4B5",bisque:"#FFE4C4",mistyrose:"#FFE4E1",blanchedalmond:"#FFEBCD",papayawhip:"#FFEFD5",lavenderblush:"#FFF0F5",seashell:"#FFF5EE",cornsilk:"#FFF8DC",lemonchiffon:"#FFFACD",floralwhite:"#FFFAF0",snow:"#FFFAFA",lightyellow:"#FFFFE0",ivory:"#FFFFF0"},ii=new Int8Array(4),Mn=new Int32Array(ii.buffer,0,1),oi=new Float32Array(ii.buffer,0,1),Bl=/^\s*rgba?\s*\(/,Ul=/^\s*rgba?\s*\(\s*([0-9]*)\s*,\s*([0-9]*)\s*,\s*([0-9]*)(?:\s*,\s*(.*)?)?\)\s*$/;function Bn(n){var a=0,e=0,t=0,r=1,i=n.toLowerCase();if(i==="transparent")return{r:0,g:0,b:0,a:0};if(i in rn)return Bn(rn[i]);if(n[0]==="#")n.length===4?(a=parseInt(n.charAt(1)+n.charAt(1),16),e=parseInt(n.charAt(2)+n.charAt(2),16),t=parseInt(n.charAt(3)+n.charAt(3),16)):(a=parseInt(n.charAt(1)+n.charAt(2),16),e=parseInt(n.charAt(3)+n.charAt(4),16),t=parseInt(n.charAt(5)+n.charAt(6),16)),n.length===9&&(r=parseInt(n.charAt(7)+n.charAt(8),16)/255);else if(Bl.test(n)){var o=n.match(Ul);o&&(a=+o[1],e=+o[2],t=+o[3],o[4]&&(r=+o[4]))}return{r:a,g:e,b:t,a:r}}function si(n){var a=arguments.length>1&&arguments[1]!==void 0?arguments[1]:!1,e=Bn(n),t=e.r,r=e.g,i=e.b,o=e.a;return a?[t/255*o,r/255*o,i/255*o,o]:[t/255,r/255,i/255,o]}var Pt={};for(an in rn)Pt[an]=Pe(rn[an]),Pt[rn[an]]=Pt[an];var an;function Hl(n,a,e,t,r){return Mn[0]=t<<24|e<<16|a<<8|n,r&&(Mn[0]=Mn[0]&4278190079),oi[0]}function Pe(n){if(n=n.toLowerCase(),typeof Pt[n]<"u")return Pt[n];var a=Bn(n),e=a.r,t=a.g,r=a.b,i=a.a;i=i*255|0;var o=Hl(e,t,r,i,!0);return Pt[n]=o,o}function nt(n,a){oi[0]=Pe(n);var e=Mn[0];a&&(e=e|16777216);var t=e&255,r=e>>8&255,i=e>>16&255,o=e>>24&255;return[t,r,i,o]}function Ft(n){var a=n>>>8&255,e=n>>>16&255,t=n>>>24&255,r=n&255;return(r<<24|t<<16|e<<8|a)>>>0}function Da(n,a,e,t){return(e<<24|a<<16|n<<8|t)>>>0}function li(n,a,e,t,r,i){var o=Aa(n,e,t,r,i),s=ee(o,2),l=s[0],u=s[1],d=new Uint8Array(4);n.bindFramebuffer(n.FRAMEBUFFER,a),n.readPixels(l,u,1,1,n.RGBA,n.UNSIGNED_BYTE,d);var c=ee(d,4),h=c[0],f=c[1],g=c[2],b=c[3];return[h,f,g,b]}function ui(n){var a=Bn(n),e=a.r,t=a.g,r=a.b,i=a.a,o=(e/255).toFixed(6),s=(t/255).toFixed(6),l=(r/255).toFixed(6),u=i.toFixed(6);return"vec4(".concat(o,", ").concat(s,", ").concat(l,", ").concat(u,")")}function $l(n,a){if(typeof n!="object"||!n)return n;var e=n[Symbol.toPrimitive];if(e!==void 0){var t=e.call(n,a||"default");if(typeof t!="object")return t;throw new TypeError("@@toPrimitive must return a primitive value.")}return(a==="string"?String:Number)(n)}function hi(n){var a=$l(n,"string");return typeof a=="symbol"?a:a+""}function A(n,a,e){return(a=hi(a))in n?Object.defineProperty(n,a,{value:e,enumerable:!0,configurable:!0,writable:!0}):n[a]=e,n}function di(n,a){var e=Object.keys(n);if(Object.getOwnPropertySymbols){var t=Object.getOwnPropertySymbols(n);a&&(t=t.filter(function(r){return Object.getOwnPropertyDescriptor(n,r).enumerable})),e.push.apply(e,t)}return e}function O(n){for(var a=1;a<arguments.length;a++){var e=arguments[a]!=null?arguments[a]:{};a%2?di(Object(e),!0).forEach(function(t){A(n,t,e[t])}):Object.getOwnPropertyDescriptors?Object.defineProperties(n,Object.getOwnPropertyDescriptors(e)):di(Object(e)).forEach(function(t){Object.defineProperty(n,t,Object.getOwnPropertyDescriptor(e,t))})}return n}function K(n,a){if(!(n instanceof a))throw new TypeError("Cannot call a class as a function")}function ci(n,a){for(var e=0;e<a.length;e++){var t=a[e];t.enumerable=t.enumerable||!1,t.configurable=!0,"value"in t&&(t.writable=!0),Object.defineProperty(n,hi(t.key),t)}}function Z(n,a,e){return a&&ci(n.prototype,a),e&&ci(n,e),Object.defineProperty(n,"prototype",{writable:!1}),n}function ct(n){return ct=Object.setPrototypeOf?Object.getPrototypeOf.bind():function(a){return a.__proto__||Object.getPrototypeOf(a)},ct(n)}function fi(){try{var n=!Boolean.prototype.valueOf.call(Reflect.construct(Boolean,[],function(){}))}catch{}return(fi=function(){return!!n})()}function Vl(n){if(n===void 0)throw new ReferenceError("this hasn't been initialised - super() hasn't been called");return n}function Xl(n,a){if(a&&(typeof a=="object"||typeof a=="function"))return a;if(a!==void 0)throw new TypeError("Derived constructors may only return object or undefined");return Vl(n)}function le(n,a,e){return a=ct(a),Xl(n,fi()?Reflect.construct(a,e||[],ct(n).constructor):a.apply(n,e))}function wa(n,a){return wa=Object.setPrototypeOf?Object.setPrototypeOf.bind():function(e,t){return e.__proto__=t,e},wa(n,a)}function ue(n,a){if(typeof a!="function"&&a!==null)throw new TypeError("Super expression must either be null or a function");n.prototype=Object.create(a&&a.prototype,{constructor:{value:n,writable:!0,configurable:!0}}),Object.defineProperty(n,"prototype",{writable:!1}),a&&wa(n,a)}function jl(n){if(Array.isArray(n))return On(n)}function ql(n){if(typeof Symbol<"u"&&n[Symbol.iterator]!=null||n["@@iterator"]!=null)return Array.from(n)}function Yl(){throw new TypeError(`Invalid attempt to spread non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`)}function $(n){return jl(n)||ql(n)||Wn(n)||Yl()}function Q(n){"@babel/helpers - typeof";return Q=typeof Symbol=="function"&&typeof Symbol.iterator=="symbol"?function(a){return typeof a}:function(a){return a&&typeof Symbol=="function"&&a.constructor===Symbol&&a!==Symbol.prototype?"symbol":typeof a},Q(n)}function Ne(n){return Q(n)==="object"&&n!==null&&"attribute"in n}function Ca(){var n=`
float sdf_circle(vec2 uv, float size) {
  return length(uv) - size;
}
`;return{name:"circle",glsl:n,uniforms:[]}}function La(n){var a,e=WebGL2RenderingContext,t=e.UNSIGNED_BYTE,r=(a=n?.color)!==null&&a!==void 0?a:{attribute:"color"};if(!Ne(r)){var i=r,o=`
vec4 layer_fill() {
  return `.concat(ui(i),`;
}
`);return{name:"fill",uniforms:[],attributes:[],glsl:o}}var s=r.attribute,l=`
vec4 layer_fill(vec4 v_fillColor) {
  return v_fillColor;
}
`;return{name:"fill",uniforms:[],attributes:[{name:"fillColor",size:4,type:t,normalized:!0,source:s}],glsl:l}}function on(n,a){if(typeof n=="string"){var e=si(n).map(function(u){return u.toFixed(6)}),t=ee(e,4),r=t[0],i=t[1],o=t[2],s=t[3];return{glsl:"vec4(".concat(r,", ").concat(i,", ").concat(o,", ").concat(s,")"),attributes:[],needsNodeColors:!1}}if("node"in n&&n.node)return{glsl:n.node==="source"?"v_sourceColor":"v_targetColor",attributes:[],needsNodeColors:!0};var l=n;return{glsl:"v_".concat(a),attributes:[{name:"a_".concat(a),size:4,type:WebGL2RenderingContext.UNSIGNED_BYTE,normalized:!0,source:l.attribute,defaultValue:l.default}],needsNodeColors:!1}}function at(n){var a=n?.color;if(a===void 0){var e=`
// Plain solid color layer
vec4 layer_plain(EdgeContext ctx) {
  return v_color;
}
`;return{name:"plain",glsl:e,uniforms:[],attributes:[]}}var t=on(a,"plainColor"),r=`
// Plain solid color layer
vec4 layer_plain(EdgeContext ctx) {
  return `.concat(t.glsl,`;
}
`);return{name:"plain",glsl:r,uniforms:[],attributes:t.attributes,needsNodeColors:t.needsNodeColors}}function sn(){var n=`
// Position at parameter t \u2208 [0, 1]
vec2 path_straight_position(float t, vec2 source, vec2 target) {
  return mix(source, target, t);
}

// Total length of the path (analytical - more efficient than sampling)
float path_straight_length(vec2 source, vec2 target) {
  return length(target - source);
}
`;return{name:"straight",segments:1,minBodyLengthRatio:0,linearParameterization:!0,glsl:n,uniforms:[],attributes:[]}}function ln(n){var a=n??{},e=a.segments,t=e===void 0?32:e,r=`
const float LOOP_PI = 3.141592653589793;

float loopWorldRadius() {
  float nodeWorldRadius = v_sourceNodeSize * u_correctionRatio / u_sizeRatio;
  return max(v_loopRadius * nodeWorldRadius, 0.001);
}

// Cubic B\xE9zier with P0 = P3 = source.
// Control points extend outward orthogonal to the node surface at exit/entry angles.
vec2 path_loop_position(float t, vec2 source, vec2 target) {
  float R = loopWorldRadius();
  float angle = v_loopAngle + (v_loopFixedOrientation > 0.5 ? u_cameraAngle : 0.0);
  float halfSpread = v_loopSpread * 0.5;

  float exitAngle = angle - halfSpread;
  float entryAngle = angle + halfSpread;

  // Control point distance: at t=0.5 the B\xE9zier reaches 0.75 * cpDist * cos(halfSpread)
  // from source. Solve for cpDist so the loop tip reaches exactly R.
  float cpDist = R / (0.75 * cos(halfSpread));

  vec2 cp1 = source + cpDist * vec2(cos(exitAngle), sin(exitAngle));
  vec2 cp2 = source + cpDist * vec2(cos(entryAngle), sin(entryAngle));

  float u = 1.0 - t;
  vec2 d1 = cp1 - source;
  vec2 d2 = cp2 - source;
  return source + 3.0 * t * u * (u * d1 + t * d2);
}

// Approximate arc length via chord sampling
float path_loop_length(vec2 source, vec2 target) {
  float len = 0.0;
  vec2 prev = path_loop_position(0.0, source, target);
  const int STEPS = 16;
  for (int i = 1; i <= STEPS; i++) {
    float t = float(i) / float(STEPS);
    vec2 cur = path_loop_position(t, source, target);
    len += length(cur - prev);
    prev = cur;
  }
  return len;
}
`;return{name:"loop",segments:t,glsl:r,needsNodeSize:!0,uniforms:[],attributes:[{name:"loopRadius",size:1,type:WebGL2RenderingContext.FLOAT},{name:"loopAngle",size:1,type:WebGL2RenderingContext.FLOAT},{name:"loopSpread",size:1,type:WebGL2RenderingContext.FLOAT},{name:"loopFixedOrientation",size:1,type:WebGL2RenderingContext.FLOAT}],variables:{loopRadius:{type:"number",default:4},loopAngle:{type:"number",default:Math.PI/4},loopSpread:{type:"number",default:80*Math.PI/180},loopFixedOrientation:{type:"number",default:0}},spread:{variable:"loopRadius",compute:function(o){return o+4}}}}var yi=Ze(At());function gi(n){return Q(n)==="object"&&"glsl"in n&&!("attributes"in n)}function vi(n){return Q(n)==="object"&&"glsl"in n&&!("attributes"in n)}var un={shapes:[Ca()],variables:{},layers:[La()],label:{},backdrop:{},labelAttachments:{}},It={paths:[sn(),ln()],extremities:[],variables:{},layers:[at()],defaultHead:"none",defaultTail:"none",label:{}},Un=["nodes","topNodes"],Hn=["edges","topEdges"],$n=[].concat(Hn,Un),pi={nodes:un,edges:It,depthLayers:$($n)};var Kl=function(a){return a},Zl=function(a){return a*a},Ql=function(a){return a*(2-a)},Jl=function(a){return(a*=2)<1?.5*a*a:-.5*(--a*(a-2)-1)},eu=function(a){return a*a*a},tu=function(a){return--a*a*a+1},nu=function(a){return(a*=2)<1?.5*a*a*a:.5*((a-=2)*a*a+2)},au=function(a){return a===0?0:Math.pow(2,10*(a-1))},ru=function(a){return a===1?1:1-Math.pow(2,-10*a)},iu=function(a){return a===0?0:a===1?1:a<.5?Math.pow(2,10*(2*a-1))/2:(2-Math.pow(2,-10*(2*a-1)))/2},Pa={linear:Kl,quadraticIn:Zl,quadraticOut:Ql,quadraticInOut:Jl,cubicIn:eu,cubicOut:tu,cubicInOut:nu,exponentialIn:au,exponentialOut:ru,exponentialInOut:iu};function Vn(n){return n?typeof n=="function"?n:Pa[n]:Pa.linear}function Fa(n){return Q(n)==="object"&&n!==null&&"attribute"in n}function _i(n){return typeof n=="function"}function xi(n){return Q(n)==="object"&&n!==null&&"when"in n&&typeof n.when=="function"&&"then"in n}function Ti(n){return Q(n)==="object"&&n!==null&&"whenState"in n&&"then"in n}function Ei(n){return Q(n)==="object"&&n!==null&&"whenData"in n&&"then"in n}var ou={isHovered:!1,isLabelHovered:!1,isHidden:!1,isHighlighted:!1,isDragged:!1},su={isHovered:!1,isLabelHovered:!1,isHidden:!1,isHighlighted:!1,parallelIndex:0,parallelCount:1},lu={isIdle:!0,isPanning:!1,isZooming:!1,isDragging:!1,hasHovered:!1,hasHighlighted:!1};function Si(n){return O(O({},ou),n)}function Ri(n){return O(O({},su),n)}function Ia(n){return O(O({},lu),n)}var uu={x:{attribute:"x"},y:{attribute:"y"},size:{whenState:"isHovered",then:{attribute:"size",defaultValue:12},else:{attribute:"size",defaultValue:10}},color:{attribute:"color",defaultValue:"#666"},label:{attribute:"label"},visibility:{whenState:"isHidden",then:"hidden",else:"visible"},labelVisibility:{whenState:"isHovered",then:"visible",else:"auto"},backdropVisibility:{whenState:"isHovered",then:"visible",else:"hidden"},backdropColor:"#ffffff",backdropShadowColor:"rgba(0, 0, 0, 0.5)",backdropShadowBlur:12,backdropPadding:6},du={size:{attribute:"size",defaultValue:1},color:{attribute:"color",defaultValue:"#ccc"},label:{attribute:"label"},visibility:{whenState:"isHidden",then:"hidden",else:"visible"}};var jn={nodes:O(O({},uu),{},{depth:{whenState:"isHovered",then:"topNodes",else:"nodes"}}),edges:O(O({},du),{},{depth:{whenState:["isHighlighted","isHovered"],then:"topEdges",else:"edges"}})};function cu(n){return"min"in n||"max"in n||"minValue"in n||"maxValue"in n||"easing"in n}function hu(n){return"dict"in n}function qn(n,a){return typeof n=="string"?a[n]===!0:Array.isArray(n)?n.every(function(e){return a[e]===!0}):Q(n)==="object"&&n!==null?Object.entries(n).every(function(e){var t=ee(e,2),r=t[0],i=t[1];return a[r]===i}):!1}function fu(n,a){var e=a[n.attribute];return e===void 0?n.defaultValue:e}function gu(n,a,e){var t,r,i,o,s=a[n.attribute];if(s===void 0)return n.defaultValue;var l=Number(s);if(isNaN(l))return n.defaultValue;if(n.min===void 0&&n.max===void 0)return l;var u=(t=n.minValue)!==null&&t!==void 0?t:l,d=(r=n.maxValue)!==null&&r!==void 0?r:l;if(d===u){var c;return(c=n.min)!==null&&c!==void 0?c:l}var h=(l-u)/(d-u);h=Math.max(0,Math.min(1,h));var f=Vn(n.easing);h=f(h);var g=(i=n.min)!==null&&i!==void 0?i:0,b=(o=n.max)!==null&&o!==void 0?o:1;return g+h*(b-g)}function vu(n,a){var e=a[n.attribute];if(e===void 0)return n.defaultValue;var t=String(e);return t in n.dict?n.dict[t]:n.defaultValue}function pu(n,a,e){return hu(n)?vu(n,a):cu(n)?gu(n,a):fu(n,a)}function Ai(n,a){return typeof n=="string"?!!a[n]:Array.isArray(n)?n.every(function(e){return!!a[e]}):Q(n)==="object"&&n!==null?Object.entries(n).every(function(e){var t=ee(e,2),r=t[0],i=t[1];return a[r]===i}):!1}function Xn(n,a,e,t,r,i){if(n==null)return i;if(Q(n)!=="object"&&typeof n!="function")return n;if(xi(n)){var o=n.when(a,e,t,r)?n.then:n.else;return o===void 0?i:Xn(o,a,e,t,r,i)}if(Ti(n)){var s=qn(n.whenState,e)?n.then:n.else;return s===void 0?i:Xn(s,a,e,t,r,i)}if(Ei(n)){var l=Ai(n.whenData,a)?n.then:n.else;return l===void 0?i:Xn(l,a,e,t,r,i)}if(_i(n)){var u=n(a,e,t,r);return u??i}if(Fa(n)){var d=pu(n,a);return d??i}return n}function Me(n){if(n==null)return"static";if(xi(n))return"graph-state";if(Ti(n)){var a=Me(n.then),e=n.else!==void 0?Me(n.else):"static";return ke("item-state",ke(a,e))}if(Ei(n)){var t=Me(n.then),r=n.else!==void 0?Me(n.else):"static";return ke(t,r)}return _i(n)?"graph-state":(Fa(n),"static")}function ke(n,a){return n==="graph-state"||a==="graph-state"?"graph-state":n==="item-state"||a==="item-state"?"item-state":"static"}function Ga(n){if(!n)return{dependency:"static",xAttribute:null,yAttribute:null};var a=Array.isArray(n)?n:[n],e="static",t=null,r=null,i=M(a),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;if("matchData"in s&&"cases"in s)for(var l=s.cases,u=0,d=Object.values(l);u<d.length;u++)for(var c=d[u],h=0,f=Object.values(c);h<f.length;h++){var g=f[h];e=ke(e,Me(g))}else if("matchState"in s&&"cases"in s){e=ke(e,"item-state");for(var b=s.cases,p=0,v=Object.values(b);p<v.length;p++)for(var m=v[p],y=0,x=Object.values(m);y<x.length;y++){var _=x[y];e=ke(e,Me(_))}}else if("when"in s&&"then"in s)e="graph-state";else if("whenState"in s){e=ke(e,"item-state");var T=s.then;if(T&&Q(T)==="object")for(var R=0,S=Object.values(T);R<S.length;R++){var E=S[R];e=ke(e,Me(E))}var w=s.else;if(w&&Q(w)==="object")for(var I=0,D=Object.values(w);I<D.length;I++){var k=D[I];e=ke(e,Me(k))}}else if("whenData"in s){var C=s.then;if(C&&Q(C)==="object")for(var F=0,z=Object.values(C);F<z.length;F++){var G=z[F];e=ke(e,Me(G))}var L=s.else;if(L&&Q(L)==="object")for(var P=0,N=Object.values(L);P<N.length;P++){var H=N[P];e=ke(e,Me(H))}}else for(var U=0,q=Object.entries(s);U<q.length;U++){var V=ee(q[U],2),j=V[0],Ie=V[1];if(!Na.has(j)&&(e=ke(e,Me(Ie)),(j==="x"||j==="y")&&Fa(Ie))){var Te=Ie.attribute;j==="x"&&!t&&(t=Te),j==="y"&&!r&&(r=Te)}}}}catch($e){i.e($e)}finally{i.f()}return{dependency:e,xAttribute:t,yAttribute:r}}var Ye={size:10,color:"#666",opacity:1,shape:"circle",rotationAlignment:"viewport",labelRotationAlignment:"viewport",visibility:"visible",depth:"nodes",zIndex:0,label:"",labelColor:"#000",labelSize:12,labelFont:"sans-serif",labelVisibility:"auto",labelPosition:"right",labelAngle:0,labelDepth:"nodes",backdropVisibility:"hidden",backdropColor:"transparent",backdropShadowColor:"transparent",backdropShadowBlur:0,backdropPadding:0,backdropBorderColor:"transparent",backdropBorderWidth:0,backdropCornerRadius:0,backdropLabelPadding:-1,backdropArea:"both",labelAttachment:null,labelAttachmentPlacement:"below"},za={size:1,color:"#ccc",opacity:1,path:"straight",selfLoopPath:"loop",parallelSpread:.25,tail:"none",head:"none",visibility:"visible",depth:"edges",zIndex:0,label:"",labelColor:"#666",labelVisibility:"auto",labelDepth:"edges"},Na=new Set(["when","whenState","whenData","then","else"]),mi=Object.keys(Ye),mu=Object.values(Ye),bi=Object.keys(za),bu=Object.values(za);function Gt(n,a,e,t,r,i,o){for(var s in a){var l;if(!Na.has(s)){var u=(l=n[s])!==null&&l!==void 0?l:o[s];n[s]=Xn(a[s],e,t,r,i,u)}}"depth"in a&&!("labelDepth"in a)&&(n.labelDepth=n.depth)}function Di(n,a,e,t,r,i,o){var s=M(a),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;if("matchData"in u&&"cases"in u){var d,c=String((d=e[u.matchData])!==null&&d!==void 0?d:""),h=u.cases;c in h&&Gt(n,h[c],e,t,r,i,o)}else if("matchState"in u&&"cases"in u){var f,g=String((f=t[u.matchState])!==null&&f!==void 0?f:""),b=u.cases;g in b&&Gt(n,b[g],e,t,r,i,o)}else if("when"in u&&"then"in u){var p=u.when;if(!p(e,t,r,i))continue;Gt(n,u.then,e,t,r,i,o)}else if("whenState"in u&&"then"in u){if(!qn(u.whenState,t))continue;Gt(n,u.then,e,t,r,i,o)}else if("whenData"in u&&"then"in u){if(!Ai(u.whenData,e))continue;Gt(n,u.then,e,t,r,i,o)}else Gt(n,u,e,t,r,i,o)}}catch(v){s.e(v)}finally{s.f()}}function Ma(n,a,e,t,r,i){for(var o=i||{},s=o,l=0,u=mi.length;l<u;l++)s[mi[l]]=mu[l];if(s.x=void 0,s.y=void 0,s.labelBackgroundColor=void 0,s.labelBackgroundPadding=void 0,s.labelCursor=void 0,!n){var d,c,h,f,g;return s.x=(d=a.x)!==null&&d!==void 0?d:0,s.y=(c=a.y)!==null&&c!==void 0?c:0,o.size=(h=a.size)!==null&&h!==void 0?h:10,o.color=(f=a.color)!==null&&f!==void 0?f:"#666",o.label=(g=a.label)!==null&&g!==void 0?g:"",o}var b=Array.isArray(n)?n:[n];return Di(s,b,a,e,t,r,Ye),o}function Oa(n,a,e,t,r,i){for(var o=i||{},s=o,l=0,u=bi.length;l<u;l++)s[bi[l]]=bu[l];if(!n){var d,c,h;return o.size=(d=a.size)!==null&&d!==void 0?d:1,o.color=(c=a.color)!==null&&c!==void 0?c:"#ccc",o.label=(h=a.label)!==null&&h!==void 0?h:"",o}var f=Array.isArray(n)?n:[n];return Di(s,f,a,e,t,r,za),typeof s.labelPosition=="number"&&(s.labelPosition=void 0),o}function yu(n,a,e){var t,r;if(n==null)return e;if(typeof n=="function")return(t=n(a))!==null&&t!==void 0?t:e;if(Q(n)==="object"&&"when"in n){var i,o=n,s=o.when(a),l=s?o.then:o.else;return l===void 0?e:typeof l=="function"?(i=l(a))!==null&&i!==void 0?i:e:l??e}if(Q(n)==="object"&&"whenState"in n){var u,d=n,c=qn(d.whenState,a),h=c?d.then:d.else;return h===void 0?e:typeof h=="function"?(u=h(a))!==null&&u!==void 0?u:e:h??e}return(r=n)!==null&&r!==void 0?r:e}function Wa(n,a){var e={};if(!n)return e;var t=Array.isArray(n)?n:[n],r=M(t),i;try{for(r.s();!(i=r.n()).done;){var o=i.value;if("when"in o&&"then"in o){var s=o.when(a),l=s?o.then:o.else;l&&Q(l)==="object"&&ka(e,l,a)}else if("whenState"in o&&"then"in o){var u=qn(o.whenState,a),d=u?o.then:o.else;d&&Q(d)==="object"&&ka(e,d,a)}else ka(e,o,a)}}catch(c){r.e(c)}finally{r.f()}return e}function ka(n,a,e){for(var t=0,r=Object.entries(a);t<r.length;t++){var i=ee(r[t],2),o=i[0],s=i[1];Na.has(o)||(n[o]=yu(s,e))}}var Yn=(function(n){function a(){var e;return K(this,a),e=le(this,a),e.rawEmitter=e,e}return ue(a,n),Z(a)})(yi.EventEmitter);var wi=pi;function Ba(n,a){var e=a.size;if(e!==0){var t=n.length;n.length+=e;var r=0;a.forEach(function(i){n[t+r]=i,r++})}}function Ci(n){n=n||{};for(var a=0,e=arguments.length<=1?0:arguments.length-1;a<e;a++){var t=a+1<1||arguments.length<=a+1?void 0:arguments[a+1];t&&Object.assign(n,t)}return n}function zt(n,a){for(var e in a)if(Object.prototype.hasOwnProperty.call(a,e)&&a[e]!==n[e])return!0;return!1}function Li(n,a){var e=n,t=a;for(var r in e)if(Object.prototype.hasOwnProperty.call(e,r)&&e[r]!==t[r])return!1;for(var i in t)if(Object.prototype.hasOwnProperty.call(t,i)&&t[i]!==e[i])return!1;return!0}function ht(n,a,e){e?n.add(a):n.delete(a)}var Pi=Ze(In());var ki={easing:"quadraticInOut",duration:150};function rt(n){return n.labelVisibility==="visible"&&n.visibility!=="hidden"}function Ua(n){return n.backdropVisibility==="visible"&&n.visibility!=="hidden"}function Kn(n){return[n.rotationAlignment==="graph"?1:0,n.labelRotationAlignment==="graph"?1:0]}function Ha(n,a,e){var t=n[a];if(t)for(var r=0;r<t.length;r++){var i=t[r];if(!(e<i.offset||e>=i.offset+i.count)){if(i.count===1)t.splice(r,1);else if(e===i.offset)i.offset++,i.count--;else if(e===i.offset+i.count-1)i.count--;else{var o=e+1,s=i.offset+i.count-o;i.count=e-i.offset,t.splice(r+1,0,{offset:o,count:s})}return}}}function $a(n,a,e){if(!n[a]){n[a]=[{offset:e,count:1}];return}for(var t=n[a],r=t.length,i=0;i<t.length;i++)if(e<t[i].offset){r=i;break}var o=r>0?t[r-1]:null,s=r<t.length?t[r]:null,l=o&&o.offset+o.count===e,u=s&&e+1===s.offset;l&&u?(o.count+=1+s.count,t.splice(r,1)):l?o.count++:u?(s.offset--,s.count++):t.splice(r,0,{offset:e,count:1})}function Fi(n){if(!(0,Pi.default)(n))throw new Error("Sigma: invalid graph instance.")}function Zn(n){var a=ee(n.x,2),e=a[0],t=a[1],r=ee(n.y,2),i=r[0],o=r[1],s=Math.max(t-e,o-i),l=(t+e)/2,u=(o+i)/2;(s===0||Math.abs(s)===1/0||isNaN(s))&&(s=1),isNaN(l)&&(l=0),isNaN(u)&&(u=0);var d=function(h){return{x:.5+(h.x-l)/s,y:.5+(h.y-u)/s}};return d.applyTo=function(c){c.x=.5+(c.x-l)/s,c.y=.5+(c.y-u)/s},d.inverse=function(c){return{x:l+s*(c.x-.5),y:u+s*(c.y-.5)}},d.ratio=s,d}var Qn={hideEdgesOnMove:!1,hideLabelsOnMove:!1,renderLabels:!0,renderEdgeLabels:!1,edgeLabelAnchors:"nodeLabels",enableEdgeEvents:!1,nodeLabelEvents:!1,edgeLabelEvents:!1,pickingDownSizingRatio:2,nodePickingPadding:0,edgePickingPadding:4,labelPickingPadding:10,stagePadding:30,minEdgeThickness:1.7,antiAliasingFeather:1,antialiasEdges:!0,antialiasNodes:!0,dragTimeout:100,draggedEventsTolerance:3,inertiaDuration:200,inertiaRatio:3,zoomDuration:250,zoomingRatio:1.7,doubleClickTimeout:300,doubleClickZoomingRatio:2.2,doubleClickZoomingDuration:200,tapMoveTolerance:10,zoomToSizeRatioFunction:Math.sqrt,itemSizesReference:"positions",autoRescale:!0,autoRescaleContent:"positions",enableNodeDrag:!1,getDraggedNodes:function(a){return[a]},dragPositionToAttributes:null,labelDensity:1,labelGridCellSize:100,labelRenderedSizeThreshold:6,labelPixelSnapping:!0,minCameraRatio:null,maxCameraRatio:null,enableCameraZooming:!0,enableCameraPanning:!0,enableCameraRotation:!0,enableCameraMouseRotation:!0,cameraPanBoundaries:null,gestureTarget:"graph",sharedGestureWheelMessage:"Use Ctrl + scroll to zoom the graph",sharedGestureAppleWheelMessage:"Use \u2318 + scroll to zoom the graph",sharedGestureTouchMessage:"Use two fingers to move the graph",allowInvalidContainer:!1,DEBUG_displayPickingLayer:!1,DEBUG_logShaders:!1,DEBUG_logRenderStats:!1,DEBUG_gpuTimerQueries:!1};function Jn(n){if(typeof n.labelDensity!="number"||n.labelDensity<0)throw new Error("Settings: invalid `labelDensity`. Expecting a positive number.");var a=n.minCameraRatio,e=n.maxCameraRatio;if(typeof a=="number"&&typeof e=="number"&&e<a)throw new Error("Settings: invalid camera ratio boundaries. Expecting `maxCameraRatio` to be greater than `minCameraRatio`.")}function Ii(n){return Ci({},Qn,n)}var _u=new Set(["italic","oblique"]),xu=new Set(["bold","bolder","lighter"]);function ea(n){for(var a="normal",e="normal",t=n.trim(),r=t.split(/\s+/),i=0,o=0;o<r.length;o++){var s=r[o].toLowerCase();if(_u.has(s))e=s,i=o+1;else if(xu.has(s)||/^\d{3}$/.test(s))a=s,i=o+1;else if(s==="normal")i=o+1;else break}var l=r.slice(i).join(" ");return{family:l||t,weight:a,style:e}}function Nt(n,a,e){var t=document.createElement(n);if(a)for(var r in a)t.style[r]=a[r];if(e)for(var i in e)t.setAttribute(i,e[i]);return t}function dn(){return typeof window.devicePixelRatio<"u"?window.devicePixelRatio:1}var $i=Ze(At());function Tu(n){var a=n.type===WebGL2RenderingContext.FLOAT&&!n.normalized,e=n.type===WebGL2RenderingContext.UNSIGNED_BYTE&&n.size===4&&n.normalized;if(!a&&!e)throw new Error('Attribute "'.concat(n.name,'" is invalid: only non-normalized FLOAT and normalized UNSIGNED_BYTE with size 4 are supported.'));return n.normalized?1:n.size}function Va(n){var a=0;return n.forEach(function(e){return a+=Tu(e)}),a}function Vi(n,a,e){var t=n==="VERTEX"?a.VERTEX_SHADER:a.FRAGMENT_SHADER,r=a.createShader(t);if(r===null)throw new Error("loadShader: error while creating the shader");a.shaderSource(r,e),a.compileShader(r);var i=a.getShaderParameter(r,a.COMPILE_STATUS);if(!i){var o=a.getShaderInfoLog(r);throw a.deleteShader(r),new Error(`loadShader: error while compiling the shader:
`.concat(o,`
`).concat(e))}return r}function ja(n,a){return Vi("VERTEX",n,a)}function qa(n,a){return Vi("FRAGMENT",n,a)}function Ya(n,a){var e=n.createProgram();if(e===null)throw new Error("loadProgram: error while creating the program.");var t,r;for(t=0,r=a.length;t<r;t++)n.attachShader(e,a[t]);n.linkProgram(e);var i=n.getProgramParameter(e,n.LINK_STATUS);if(!i){var o=n.getProgramInfoLog(e);throw n.deleteProgram(e),new Error("loadProgram: error while linking the program: ".concat(o))}return e}function Gi(n){var a=n.gl,e=n.buffer,t=n.program,r=n.vertexShader,i=n.fragmentShader;a.deleteShader(r),a.deleteShader(i),a.deleteProgram(t),a.deleteBuffer(e)}function ce(n){return n%1===0?n.toFixed(1):n.toString()}var oa=new Map,Xi=new Map,Eu=0;function ji(n,a){var e,t=(e=n.variables)===null||e===void 0||(e=e[a.source||a.name.replace(/^a_/,"")])===null||e===void 0?void 0:e.default,r=typeof t=="number"?t:typeof a.defaultValue=="number"?a.defaultValue:0;return ce(r)}function sa(n,a,e){var t,r=arguments.length>3&&arguments[3]!==void 0?arguments[3]:function(o){return"v_".concat(o.name.replace(/^a_/,""))},i=[a,e].concat($(n.uniforms.filter(function(o){return o.type==="float"}).map(function(o){var s;return ce((s=o.value)!==null&&s!==void 0?s:0)})),$(((t=n.attributes)!==null&&t!==void 0?t:[]).map(r)));return"sdf_".concat(n.name,"(").concat(i.join(", "),")")}function Su(n){var a,e=n.name,t=n.uniforms.filter(function(o){return o.type==="float"&&o.value!==void 0&&o.value!==0}).map(function(o){return"".concat(o.name.replace("u_",""),"=").concat(o.value)}).sort(),r=((a=n.attributes)!==null&&a!==void 0?a:[]).map(function(o){var s;return"".concat(o.name,"@").concat((s=o.source)!==null&&s!==void 0?s:"","=").concat(ji(n,o))}),i=[].concat($(t),$(r));return i.length>0&&(e+="#"+i.join("#")),e}function Ru(n){var a=Su(n);if(!oa.has(a)){var e={},t=M(n.uniforms),r;try{for(t.s();!(r=t.n()).done;){var i=r.value;i.type==="float"&&i.value!==void 0&&(e[i.name]=i.value)}}catch(o){t.e(o)}finally{t.f()}oa.set(a,{shape:n,uniformValues:e,slug:a}),Xi.set(a,Eu++)}return a}function vn(n){var a;return(a=Xi.get(n))!==null&&a!==void 0?a:-1}function qi(n){var a=[],e=new Set,t=new Set,r=/mat2 rotate2D\(float angle\)\s*\{[^}]+\}/,i=M(n),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;if(!t.has(s.name)){t.add(s.name);var l=s.glsl;r.test(l)&&(e.has("rotate2D")?l=l.replace(r,""):e.add("rotate2D")),a.push(l)}}}catch(u){i.e(u)}finally{i.f()}return a.join(`
`)}function Au(){return qi(Array.from(oa.values()).map(function(n){return n.shape}))}function Du(n){var a=Array.from(oa.entries());if(a.length===0)return`
float querySDF(int shapeId, vec2 uv, float size) {
  return length(uv) - size;
}
`;var e=a.map(function(t,r){var i=ee(t,2),o=i[0],s=i[1].shape,l=sa(s,"uv","size",function(u){var d=u.name.replace(/^a_/,"");return n!=null&&n.has(d)?"g_".concat(d):ji(s,u)});return"    case ".concat(r,": return ").concat(l,"; // ").concat(o)}).join(`
`);return`
float querySDF(int shapeId, vec2 uv, float size) {
  switch (shapeId) {
`.concat(e,`
    default: return length(uv) - size;
  }
}
`)}function Ka(n){return qi(n)}function pn(n){return $(new Map(n.flatMap(function(a){return a.uniforms}).map(function(a){return[a.name,a]})).values())}function wu(n,a){if(n.length===0)return`
void queryNodeSDF(int shapeId, vec2 uv, float size) {
  context.sdf = length(uv) - size;
  context.inradiusFactor = 1.0;
}
`;var e=function(c){return sa(c,"uv","size")},t=function(c){var h,f;return(h=c.inradiusFactorGLSL)!==null&&h!==void 0?h:ce((f=c.inradiusFactor)!==null&&f!==void 0?f:1)};if(n.length===1){var r=n[0];return`
void queryNodeSDF(int shapeId, vec2 uv, float size) {
  context.sdf = `.concat(e(r),`;
  context.inradiusFactor = `).concat(t(r),`;
}
`)}var i=n.map(function(d,c){return"    case ".concat(c,": // ").concat(d.name,`
      context.sdf = `).concat(e(d),`;
      context.inradiusFactor = `).concat(t(d),`;
      break;`)}).join(`
`),o=n[0],s="",l="shapeId";if(a&&a.length>1){var u=a.map(function(d,c){return"    case ".concat(d,": return ").concat(c,"; // ").concat(n[c].name)}).join(`
`);s=`
int globalToLocalShapeId(int globalId) {
  switch (globalId) {
`.concat(u,`
    default: return 0;
  }
}
`),l="globalToLocalShapeId(shapeId)"}return"".concat(s,`
void queryNodeSDF(int shapeId, vec2 uv, float size) {
  switch (`).concat(l,`) {
`).concat(i,`
    default:
      context.sdf = `).concat(e(o),`;
      context.inradiusFactor = `).concat(t(o),`;
  }
}
`)}var Ot={right:0,left:1,above:2,below:3,over:4},Wt=5,Za=3,Yi=`
float matrixScaleX = length(vec2(u_matrix[0][0], u_matrix[1][0]));
float nodeRadiusGraphSpace = nodeSize * u_correctionRatio / u_sizeRatio * 2.0;
float nodeRadiusNDC = nodeRadiusGraphSpace * matrixScaleX;
float nodeRadiusPixels = nodeRadiusNDC * u_resolution.x / 2.0;
`,Ki=`
mat2 rotate2D(float angle) {
  float c = cos(angle);
  float s = sin(angle);
  return mat2(c, -s, s, c);
}
`,Zi=`
vec2 getLabelDirection(float positionMode) {
  if (positionMode < 0.5) return vec2(1.0, 0.0);   // Right
  if (positionMode < 1.5) return vec2(-1.0, 0.0);  // Left
  if (positionMode < 2.5) return vec2(0.0, -1.0);  // Above
  if (positionMode < 3.5) return vec2(0.0, 1.0);   // Below
  return vec2(0.0);                                 // Over (centered)
}
`,Cu=`
float sdfBox(vec2 p, vec2 halfSize) {
  vec2 d = abs(p) - halfSize;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}
`,Lu=`
float sdfRotatedBox(vec2 p, vec2 halfSize, float angle) {
  float c = cos(-angle);
  float s = sin(-angle);
  vec2 rotatedP = mat2(c, -s, s, c) * p;
  return sdfBox(rotatedP, halfSize);
}
`,Pu=`
float sdfRoundedBox(vec2 p, vec2 halfSize, float radius) {
  vec2 d = abs(p) - halfSize + radius;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - radius;
}
`,ku=`
float sdfRoundedRotatedBox(vec2 p, vec2 halfSize, float angle, float radius) {
  float c = cos(-angle);
  float s = sin(-angle);
  vec2 rotatedP = mat2(c, -s, s, c) * p;
  return sdfRoundedBox(rotatedP, halfSize, radius);
}
`,Qi=`
vec2 labelBoxCenter(float positionMode, float labelStart, vec2 halfSize, float textHalfY) {
  if (positionMode < 0.5) return vec2(labelStart + halfSize.x, 0.0);    // right
  if (positionMode < 1.5) return vec2(-(labelStart + halfSize.x), 0.0); // left
  if (positionMode < 2.5) return vec2(0.0, -(labelStart + textHalfY));  // above
  if (positionMode < 3.5) return vec2(0.0, labelStart + textHalfY);     // below
  return vec2(0.0);                                                     // over
}
`,Qa=2,Ke=`
vec4 readNodeData(sampler2D nodeDataTexture, int nodeDataTextureWidth, int nodeIndex) {
  int t = nodeIndex * `.concat(Qa,`;
  ivec2 coord = ivec2(t % nodeDataTextureWidth, t / nodeDataTextureWidth);
  return texelFetch(nodeDataTexture, coord, 0);
}
`),gt=`
vec4 readNodeFlags(sampler2D nodeDataTexture, int nodeDataTextureWidth, int nodeIndex) {
  int t = nodeIndex * `.concat(Qa,` + 1;
  ivec2 coord = ivec2(t % nodeDataTextureWidth, t / nodeDataTextureWidth);
  return texelFetch(nodeDataTexture, coord, 0);
}
`),Fu=`
vec4 readNodeColor(sampler2D nodeDataTexture, int nodeDataTextureWidth, int nodeIndex) {
  int t = nodeIndex * `.concat(Qa,` + 1;
  ivec2 coord = ivec2(t % nodeDataTextureWidth, t / nodeDataTextureWidth);
  vec4 texel = texelFetch(nodeDataTexture, coord, 0);
  float r = floor(texel.b / 65536.0);
  float g = floor(mod(texel.b, 65536.0) / 256.0);
  float b = mod(texel.b, 256.0);
  return vec4(r / 255.0, g / 255.0, b / 255.0, texel.a);
}
`),Bt=`
vec4 readFrameTexel(sampler2D frameTexture, int frameTextureWidth, int index) {
  ivec2 coord = ivec2(index % frameTextureWidth, index / frameTextureWidth);
  return texelFetch(frameTexture, coord, 0);
}
`;function Iu(n,a){var e=function(o){return sa(o,"uv","size")};if(n.length===1)return{code:zi(e(n[0])),multiShape:!1};var t=n.map(function(i,o){return"    case ".concat(a?a[o]:o,": return ").concat(e(i),";")}).join(`
`),r=`
float queryShapeSDF(int shapeId, vec2 uv, float size) {
  switch (shapeId) {
`.concat(t,`
    default: return `).concat(e(n[0]),`;
  }
}
int g_shapeId;
`).concat(zi("queryShapeSDF(g_shapeId, uv, size)"),`
`);return{code:r,multiShape:!0}}function zi(n){return`
float findEdgeDistance(vec2 direction, float size) {
  float lo = 0.0, hi = 2.0;
  for (int i = 0; i < 8; i++) {
    float mid = (lo + hi) * 0.5;
    vec2 uv = direction * mid;
    if (`.concat(n,` < 0.0) lo = mid; else hi = mid;
  }
  return (lo + hi) * 0.5;
}
`)}function Gu(n,a){for(;!{}.hasOwnProperty.call(n,a)&&(n=ct(n))!==null;);return n}function Xa(){return Xa=typeof Reflect<"u"&&Reflect.get?Reflect.get.bind():function(n,a,e){var t=Gu(n,a);if(t){var r=Object.getOwnPropertyDescriptor(t,a);return r.get?r.get.call(arguments.length<3?n:e):r.value}},Xa.apply(null,arguments)}function ve(n,a,e,t){var r=Xa(ct(1&t?n.prototype:n),a,e);return 2&t&&typeof r=="function"?function(i){return r.apply(e,i)}:r}var zu=1024,Nu=1.5,Mu=4096,Ji=-1,la=(function(){function n(a,e){var t=arguments.length>2&&arguments[2]!==void 0?arguments[2]:zu;K(this,n),A(this,"texture",null),A(this,"dirty",!1),A(this,"dirtyRangeStart",1/0),A(this,"dirtyRangeEnd",-1),A(this,"indexMap",new Map),A(this,"freeIndices",[]),A(this,"nextIndex",0),this.gl=a,this.TEXELS_PER_ITEM=e,this.capacity=this.roundUpToPowerOfTwo(t);var r=this.computeTextureDimensions(this.capacity);this.textureWidth=r.width,this.textureHeight=r.height,this.data=new Float32Array(this.textureWidth*this.textureHeight*4),this.createTexture()}return Z(n,[{key:"computeTextureDimensions",value:function(e){var t=e*this.TEXELS_PER_ITEM,r=Math.min(t,Mu),i=Math.ceil(t/r);return{width:r,height:i}}},{key:"roundUpToPowerOfTwo",value:function(e){return Math.pow(2,Math.ceil(Math.log2(Math.max(1,e))))}},{key:"createTexture",value:function(){var e=this.gl;this.texture=e.createTexture(),e.activeTexture(e.TEXTURE0),e.bindTexture(e.TEXTURE_2D,this.texture),e.texImage2D(e.TEXTURE_2D,0,e.RGBA32F,this.textureWidth,this.textureHeight,0,e.RGBA,e.FLOAT,this.data),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MAG_FILTER,e.NEAREST),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE),e.bindTexture(e.TEXTURE_2D,null)}},{key:"resize",value:function(e){if(!(e<=this.capacity)){var t=this.roundUpToPowerOfTwo(Math.ceil(e*Nu)),r=this.gl,i=this.computeTextureDimensions(t),o=new Float32Array(i.width*i.height*4);o.set(this.data),this.texture&&r.deleteTexture(this.texture),this.data=o,this.capacity=t,this.textureWidth=i.width,this.textureHeight=i.height,this.createTexture(),this.dirty=!0,this.dirtyRangeStart=0,this.dirtyRangeEnd=this.nextIndex}}},{key:"allocate",value:function(e){var t=this.indexMap.get(e);if(t!==void 0)return t;var r;return this.freeIndices.length>0?r=this.freeIndices.pop():(r=this.nextIndex++,r>=this.capacity&&this.resize(r+1)),this.indexMap.set(e,r),r}},{key:"free",value:function(e){var t=this.indexMap.get(e);if(t!==void 0){this.indexMap.delete(e),this.freeIndices.push(t);for(var r=t*this.TEXELS_PER_ITEM*4,i=0;i<this.TEXELS_PER_ITEM*4;i++)this.data[r+i]=0;this.markDirty(t)}}},{key:"getIndex",value:function(e){var t;return(t=this.indexMap.get(e))!==null&&t!==void 0?t:-1}},{key:"has",value:function(e){return this.indexMap.has(e)}},{key:"markDirty",value:function(e){this.dirty=!0,this.dirtyRangeStart=Math.min(this.dirtyRangeStart,e),this.dirtyRangeEnd=Math.max(this.dirtyRangeEnd,e+1)}},{key:"upload",value:function(){if(!(!this.dirty||!this.texture)){var e=this.gl,t=this.textureWidth;e.activeTexture(e.TEXTURE0),e.bindTexture(e.TEXTURE_2D,this.texture);var r=this.dirtyRangeStart*this.TEXELS_PER_ITEM,i=Math.min(this.dirtyRangeEnd*this.TEXELS_PER_ITEM,this.capacity*this.TEXELS_PER_ITEM);if(r<i)for(var o=Math.floor(r/t),s=Math.floor((i-1)/t),l=o;l<=s;l++){var u=l*t,d=Math.min(u+t,this.capacity*this.TEXELS_PER_ITEM),c=Math.max(r,u),h=Math.min(i,d);if(c<h){var f=c-u,g=h-c,b=this.data.subarray(c*4,h*4);e.texSubImage2D(e.TEXTURE_2D,0,f,l,g,1,e.RGBA,e.FLOAT,b)}}e.bindTexture(e.TEXTURE_2D,null),this.dirty=!1,this.dirtyRangeStart=1/0,this.dirtyRangeEnd=-1}}},{key:"bind",value:function(e){var t=this.gl;t.activeTexture(t.TEXTURE0+e),t.bindTexture(t.TEXTURE_2D,this.texture)}},{key:"getTexture",value:function(){return this.texture}},{key:"getCapacity",value:function(){return this.capacity}},{key:"getTextureWidth",value:function(){return this.textureWidth}},{key:"getTextureHeight",value:function(){return this.textureHeight}},{key:"getTexelsPerItem",value:function(){return this.TEXELS_PER_ITEM}},{key:"getCount",value:function(){return this.indexMap.size}},{key:"getHighWaterMark",value:function(){return this.nextIndex}},{key:"isDirty",value:function(){return this.dirty}},{key:"clear",value:function(){this.indexMap.clear(),this.freeIndices=[],this.nextIndex=0,this.data.fill(0),this.dirty=!0,this.dirtyRangeStart=0,this.dirtyRangeEnd=this.capacity}},{key:"restore",value:function(){this.createTexture(),this.dirty=!1,this.dirtyRangeStart=1/0,this.dirtyRangeEnd=-1}},{key:"kill",value:function(){this.texture&&(this.gl.deleteTexture(this.texture),this.texture=null),this.indexMap.clear(),this.freeIndices=[]}}])})();function Fe(n){var a={},e={},t=0,r=M(n),i;try{for(r.s();!(i=r.n()).done;){var o=i.value,s=M(o.attributes),l;try{for(s.s();!(l=s.n()).done;){var u=l.value,d=u.name.replace(/^a_/,"");d in a||(a[d]=t,e[d]=u,t+=u.size)}}catch(c){s.e(c)}finally{s.f()}}}catch(c){r.e(c)}finally{r.f()}return{floatsPerItem:t,texelsPerItem:Math.max(1,Math.ceil(t/4)),offsets:a,specs:e}}var ua=(function(n){function a(e,t,r){var i;return K(this,a),i=le(this,a,[e,t.texelsPerItem,r]),i.floatsPerItem=t.floatsPerItem,i}return ue(a,n),Z(a,[{key:"updateAllAttributes",value:function(t,r){var i=this.indexMap.get(t);i===void 0&&(i=this.allocate(t));for(var o=i*this.TEXELS_PER_ITEM*4,s=Math.min(r.length,this.floatsPerItem),l=0;l<s;l++)this.data[o+l]=r[l];this.markDirty(i)}},{key:"updateAllAttributesAtRow",value:function(t,r){t>=this.capacity&&this.resize(t+1);for(var i=t*this.TEXELS_PER_ITEM*4,o=Math.min(r.length,this.floatsPerItem),s=0;s<o;s++)this.data[i+s]=r[s];this.markDirty(t)}}])})(la);function da(n,a,e){for(var t=[],r=new Set,i=0;i<n.length;i++){var o=n[i],s=M(o.attributes),l;try{for(s.s();!(l=s.n()).done;){var u=l.value,d=u.name.replace(/^a_/,"");if(!r.has(d)){r.add(d);var c=a.offsets[d];if(c!==void 0){var h=e?.get(i);t.push({sourceKey:u.source||d,packedOffset:c,size:u.size,isColor:u.size===4&&!!u.normalized,defaultNum:typeof u.defaultValue=="number"?u.defaultValue:u.defaultValue===!0?1:0,defaultColor:typeof u.defaultValue=="string"?u.defaultValue:"",sourceIndex:i,hasLifecycleHook:!!(h!=null&&h.getAttributeData)})}}}}catch(f){s.e(f)}finally{s.f()}}return t}function ca(n,a,e,t,r,i){e.fill(0);for(var o=0,s=n.length;o<s;o++){var l=n[o],u=l.packedOffset,d=void 0;if(l.hasLifecycleHook){var c=r.get(l.sourceIndex-i);d=c.getAttributeData(a,l.sourceKey),d===null&&(d=a[l.sourceKey])}else d=a[l.sourceKey];if(l.isColor){var h=typeof d=="string"?d:l.defaultColor||t,f=nt(h),g=ee(f,4),b=g[0],p=g[1],v=g[2],m=g[3];e[u]=b/255,e[u+1]=p/255,e[u+2]=v/255,e[u+3]=m/255}else if(l.size===1)e[u]=typeof d=="number"?d:typeof d=="boolean"?d?1:0:l.defaultNum;else{var y=Array.isArray(d)?d:null;if(y)for(var x=0;x<l.size;x++){var _;e[u+x]=(_=y[x])!==null&&_!==void 0?_:0}}}}var ta=["r","g","b","a"];function Mt(n,a){var e=n.offsets,t=n.specs,r=n.texelsPerItem,i=n.floatsPerItem,o=Object.keys(e);if(o.length===0||i===0)return{fetchCode:"",varyingAssignments:""};var s=a.varPrefix,l=a.baseTexelExpr,u=a.textureWidthUniform,d=a.textureSamplerUniform,c=a.outputPrefix,h=c===void 0?"v_":c,f=[];f.push("  int ".concat(s,"BaseTexel = ").concat(l,";")),f.push("");for(var g=0;g<r;g++)f.push("  ivec2 ".concat(s,"Coord").concat(g," = ivec2((").concat(s,"BaseTexel + ").concat(g,") % ").concat(u,", (").concat(s,"BaseTexel + ").concat(g,") / ").concat(u,");")),f.push("  vec4 ".concat(s,"Texel").concat(g," = texelFetch(").concat(d,", ").concat(s,"Coord").concat(g,", 0);"));f.push("");for(var b=[],p=function(){var x=m[v],_=t[x],T=e[x],R=Math.floor(T/4),S=T%4,E="".concat(s,"Texel").concat(R),w="".concat(s,"Texel").concat(R+1),I="".concat(s,"Fetched_").concat(x);if(_.size===1)f.push("  float ".concat(I," = ").concat(E,".").concat(ta[S],";"));else if(_.size===4&&S===0)f.push("  vec4 ".concat(I," = ").concat(E,";"));else{var D=S+_.size;if(D<=4){var k="vec".concat(_.size),C=ta.slice(S,D).join("");f.push("  ".concat(k," ").concat(I," = ").concat(E,".").concat(C,";"))}else{var F=_.size===4?"vec4":"vec".concat(_.size),z=ta.slice(S).map(function(P){return"".concat(E,".").concat(P)}),G=ta.slice(0,D-4).map(function(P){return"".concat(w,".").concat(P)}),L=[].concat($(z),$(G)).join(", ");f.push("  ".concat(F," ").concat(I," = ").concat(F,"(").concat(L,");"))}}b.push("  ".concat(h).concat(x," = ").concat(I,";"))},v=0,m=o;v<m.length;v++)p();return{fetchCode:f.join(`
`),varyingAssignments:b.join(`
`)}}function Ja(n,a,e){if(!(!a||e.type==="sampler2D"))switch(e.type){case"float":n.uniform1f(a,e.value);break;case"int":case"bool":n.uniform1i(a,e.value);break;case"vec2":n.uniform2fv(a,e.value);break;case"vec3":n.uniform3fv(a,e.value);break;case"vec4":n.uniform4fv(a,e.value);break;case"mat3":n.uniformMatrix3fv(a,!1,e.value);break;case"mat4":n.uniformMatrix4fv(a,!1,e.value);break}}var Ou=A(A(A(A(A(A(A(A({},WebGL2RenderingContext.BOOL,1),WebGL2RenderingContext.BYTE,1),WebGL2RenderingContext.UNSIGNED_BYTE,1),WebGL2RenderingContext.SHORT,2),WebGL2RenderingContext.UNSIGNED_SHORT,2),WebGL2RenderingContext.INT,4),WebGL2RenderingContext.UNSIGNED_INT,4),WebGL2RenderingContext.FLOAT,4);function na(n){var a=n.match(/^(#version[^\n]*\n)/);return a?a[1]+`#define PICKING_MODE
`+n.slice(a[1].length):`#define PICKING_MODE
`+n}var vt=(function(){function n(a,e,t){K(this,n),A(this,"floats",new Float32Array),A(this,"ints",new Uint32Array),A(this,"constantArray",new Float32Array),A(this,"capacity",0),A(this,"verticesCount",0),A(this,"bufferGeneration",0),A(this,"uploadedGeneration",new Map),A(this,"constantBufferGeneration",0),A(this,"uploadedConstantGeneration",new Map),A(this,"renderOffset",0),A(this,"renderCount",-1),A(this,"debugStats",{drawCalls:0,verticesDrawn:0,bufferUploadBytes:0}),A(this,"shadersLogged",!1),A(this,"pickProgram",null);var r=this.getDefinition();if(this.VERTICES=r.VERTICES,this.VERTEX_SHADER_SOURCE=r.VERTEX_SHADER_SOURCE,this.FRAGMENT_SHADER_SOURCE=r.FRAGMENT_SHADER_SOURCE,this.UNIFORMS=r.UNIFORMS,this.ATTRIBUTES=r.ATTRIBUTES,this.METHOD=r.METHOD,this.CONSTANT_ATTRIBUTES="CONSTANT_ATTRIBUTES"in r?r.CONSTANT_ATTRIBUTES:[],this.CONSTANT_DATA="CONSTANT_DATA"in r?r.CONSTANT_DATA:[],this.isInstanced="CONSTANT_ATTRIBUTES"in r,this.ATTRIBUTES_ITEMS_COUNT=Va(this.ATTRIBUTES),this.STRIDE=this.VERTICES*this.ATTRIBUTES_ITEMS_COUNT,this.renderer=t,this.normalProgram=this.getProgramInfo("normal",a,r.VERTEX_SHADER_SOURCE,r.FRAGMENT_SHADER_SOURCE,null),this.pickProgram=this.getProgramInfo("pick",a,na(r.VERTEX_SHADER_SOURCE),na(r.FRAGMENT_SHADER_SOURCE),null),this.isInstanced){var i=Va(this.CONSTANT_ATTRIBUTES);if(this.CONSTANT_DATA.length!==this.VERTICES)throw new Error("Program: error while getting constant data (expected ".concat(this.VERTICES," items, received ").concat(this.CONSTANT_DATA.length," instead)"));this.constantArray=new Float32Array(this.CONSTANT_DATA.length*i);for(var o=0;o<this.CONSTANT_DATA.length;o++){var s=this.CONSTANT_DATA[o];if(s.length!==i)throw new Error("Program: error while getting constant data (one vector has ".concat(s.length," items instead of ").concat(i,")"));for(var l=0;l<s.length;l++)this.constantArray[o*i+l]=s[l]}this.STRIDE=this.ATTRIBUTES_ITEMS_COUNT}}return Z(n,[{key:"kill",value:function(){Gi(this.normalProgram),this.pickProgram&&Gi(this.pickProgram)}},{key:"resetDebugStats",value:function(){this.debugStats.drawCalls=0,this.debugStats.verticesDrawn=0,this.debugStats.bufferUploadBytes=0}},{key:"getProgramInfo",value:function(e,t,r,i,o){var s=t.createBuffer();if(s===null)throw new Error("Program: error while creating the WebGL buffer.");var l=ja(t,r),u=qa(t,i),d=Ya(t,[l,u]),c={};this.UNIFORMS.forEach(function(g){var b=t.getUniformLocation(d,g);b&&(c[g]=b)});var h={};this.ATTRIBUTES.forEach(function(g){h[g.name]=t.getAttribLocation(d,g.name)});var f;if(this.isInstanced&&(this.CONSTANT_ATTRIBUTES.forEach(function(g){h[g.name]=t.getAttribLocation(d,g.name)}),f=t.createBuffer(),f===null))throw new Error("Program: error while creating the WebGL constant buffer.");return{name:e,program:d,gl:t,frameBuffer:o,buffer:s,constantBuffer:f||{},uniformLocations:c,attributeLocations:h,isPicking:e==="pick",vertexShader:l,fragmentShader:u}}},{key:"bindProgram",value:function(e){var t=this,r=0,i=e.gl,o=e.buffer;if(this.isInstanced){if(i.bindBuffer(i.ARRAY_BUFFER,e.constantBuffer),r=0,this.CONSTANT_ATTRIBUTES.forEach(function(d){return r+=t.bindAttribute(d,e,r,!1)}),this.uploadedConstantGeneration.get(e.constantBuffer)!==this.constantBufferGeneration){var l;i.bufferData(i.ARRAY_BUFFER,this.constantArray,i.STATIC_DRAW),this.uploadedConstantGeneration.set(e.constantBuffer,this.constantBufferGeneration),(l=this.renderer)!==null&&l!==void 0&&l.getSetting("DEBUG_logRenderStats")&&(this.debugStats.bufferUploadBytes+=this.constantArray.byteLength)}if(i.bindBuffer(i.ARRAY_BUFFER,e.buffer),r=this.renderOffset*this.ATTRIBUTES_ITEMS_COUNT*Float32Array.BYTES_PER_ELEMENT,this.ATTRIBUTES.forEach(function(d){return r+=t.bindAttribute(d,e,r,!0)}),this.uploadedGeneration.get(o)!==this.bufferGeneration){var u;i.bufferData(i.ARRAY_BUFFER,this.floats,i.DYNAMIC_DRAW),this.uploadedGeneration.set(o,this.bufferGeneration),(u=this.renderer)!==null&&u!==void 0&&u.getSetting("DEBUG_logRenderStats")&&(this.debugStats.bufferUploadBytes+=this.floats.byteLength)}}else if(i.bindBuffer(i.ARRAY_BUFFER,o),r=0,this.ATTRIBUTES.forEach(function(d){return r+=t.bindAttribute(d,e,r)}),this.uploadedGeneration.get(o)!==this.bufferGeneration){var s;i.bufferData(i.ARRAY_BUFFER,this.floats,i.DYNAMIC_DRAW),this.uploadedGeneration.set(o,this.bufferGeneration),(s=this.renderer)!==null&&s!==void 0&&s.getSetting("DEBUG_logRenderStats")&&(this.debugStats.bufferUploadBytes+=this.floats.byteLength)}i.bindBuffer(i.ARRAY_BUFFER,null)}},{key:"unbindProgram",value:function(e){var t=this;this.isInstanced?(this.CONSTANT_ATTRIBUTES.forEach(function(r){return t.unbindAttribute(r,e,!1)}),this.ATTRIBUTES.forEach(function(r){return t.unbindAttribute(r,e,!0)})):this.ATTRIBUTES.forEach(function(r){return t.unbindAttribute(r,e)})}},{key:"bindAttribute",value:function(e,t,r,i){var o=Ou[e.type];if(typeof o!="number")throw new Error('Program.bind: yet unsupported attribute type "'.concat(e.type,'"'));var s=t.attributeLocations[e.name],l=t.gl;if(s!==-1){l.enableVertexAttribArray(s);var u=this.isInstanced?(i?this.ATTRIBUTES_ITEMS_COUNT:Va(this.CONSTANT_ATTRIBUTES))*Float32Array.BYTES_PER_ELEMENT:this.ATTRIBUTES_ITEMS_COUNT*Float32Array.BYTES_PER_ELEMENT;l.vertexAttribPointer(s,e.size,e.type,e.normalized||!1,u,r),this.isInstanced&&i&&l.vertexAttribDivisor(s,1)}return e.size*o}},{key:"unbindAttribute",value:function(e,t,r){var i=t.attributeLocations[e.name],o=t.gl;i!==-1&&(o.disableVertexAttribArray(i),this.isInstanced&&r&&o.vertexAttribDivisor(i,0))}},{key:"reallocate",value:function(e){e!==this.capacity&&(this.capacity=e,this.verticesCount=this.VERTICES*e,this.floats=new Float32Array(this.isInstanced?this.capacity*this.ATTRIBUTES_ITEMS_COUNT:this.verticesCount*this.ATTRIBUTES_ITEMS_COUNT),this.ints=new Uint32Array(this.floats.buffer),this.invalidateBuffers())}},{key:"invalidateBuffers",value:function(){this.bufferGeneration++,this.constantBufferGeneration++}},{key:"hasNothingToRender",value:function(){return this.verticesCount===0}},{key:"setTypedUniform",value:function(e,t){var r;Ja(t.gl,(r=t.uniformLocations[e.name])!==null&&r!==void 0?r:null,e)}},{key:"renderProgram",value:function(e,t){var r=t.gl,i=t.program,o=t.isPicking;o?r.disable(r.BLEND):r.enable(r.BLEND),r.useProgram(i),this.setUniforms(e,t),this.drawWebGL(this.METHOD,t)}},{key:"render",value:function(e,t,r){var i;if(!this.shadersLogged&&(i=this.renderer)!==null&&i!==void 0&&i.getSetting("DEBUG_logShaders")&&(this.shadersLogged=!0,console.log("[sigma] DEBUG_logShaders: ".concat(this.constructor.name),{normal:{vertexShaderSource:this.VERTEX_SHADER_SOURCE,fragmentShaderSource:this.FRAGMENT_SHADER_SOURCE},pick:{vertexShaderSource:na(this.VERTEX_SHADER_SOURCE),fragmentShaderSource:na(this.FRAGMENT_SHADER_SOURCE)}})),!this.hasNothingToRender()){this.renderOffset=t??0,this.renderCount=r??-1;var o=this.normalProgram.gl;if(o.bindFramebuffer(o.FRAMEBUFFER,null),o.viewport(0,0,e.width*e.pixelRatio,e.height*e.pixelRatio),this.bindProgram(this.normalProgram),this.renderProgram(e,this.normalProgram),this.unbindProgram(this.normalProgram),this.pickProgram&&e.pickingFrameBuffer){var s=Math.ceil(e.width*e.pixelRatio/e.downSizingRatio),l=Math.ceil(e.height*e.pixelRatio/e.downSizingRatio);o.bindFramebuffer(o.FRAMEBUFFER,e.pickingFrameBuffer),o.viewport(0,0,s,l),this.bindProgram(this.pickProgram),this.renderProgram(e,this.pickProgram),this.unbindProgram(this.pickProgram),o.bindFramebuffer(o.FRAMEBUFFER,null),o.viewport(0,0,e.width*e.pixelRatio,e.height*e.pixelRatio)}}}},{key:"drawWebGL",value:function(e,t){var r,i=t.gl,o=this.renderCount>=0?this.renderCount:this.capacity;(r=this.renderer)!==null&&r!==void 0&&r.getSetting("DEBUG_logRenderStats")&&(this.debugStats.drawCalls++,this.debugStats.verticesDrawn+=o*this.VERTICES),this.isInstanced?i.drawArraysInstanced(e,0,this.VERTICES,o):i.drawArrays(e,this.renderOffset*this.VERTICES,o*this.VERTICES)}}])})(),st=2,mn=7,eo={below:0,above:1,left:2,right:3};function Wu(){var n=`#version 300 es
precision highp float;

uniform mat3 u_matrix;
uniform vec2 u_resolution;
uniform float u_labelPixelSnapping;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
uniform float u_pixelRatio;
uniform float u_labelMargin;
uniform float u_zoomLabelSizeRatio;

uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_nodeFrameTexture;
uniform int u_nodeFrameTextureWidth;

// Atlas size is fixed at 2048\xD72048 \u2014 matches AttachmentManager.ATLAS_SIZE.
uniform sampler2D u_atlasTexture;
const vec2 u_atlasSize = vec2(2048.0);

// Per-instance
in float a_nodeIndex;           // node-data texture index
in vec4 a_atlasRect;            // x, y, width, height in atlas pixels
in vec2 a_attachmentSize;       // attachment dimensions (CSS px)
in float a_positionMode;        // label position: 0=right 1=left 2=above 3=below 4=over
in float a_attachmentPlacement; // 0=below 1=above 2=left 3=right (relative to label)
in float a_labelWidth;          // label width (CSS px)
in float a_labelHeight;         // label height: font line box (CSS px)
in float a_textHeight;          // actual glyph height (CSS px)
in float a_labelAngle;          // label rotation angle (radians)

// Per-vertex (constant)
in vec2 a_quadCorner;           // [-1,-1], [1,-1], [-1,1], [1,1]

out vec2 v_texCoord;

`.concat(Ke,`
`).concat(gt,`
`).concat(Bt,`
`).concat(Qi,`
`).concat(Ki,`

void main() {
  int nodeIdx = int(a_nodeIndex);

  // Node data: (x, y, size, shapeId).
  vec4 nodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  vec2 nodePos = nodeData.xy;
  float nodeSize = nodeData.z;

  // Normalized edge distance from the shared frame texture (the frame-pass ran
  // the SDF search once; we just read the result).
  float edgeDist = readFrameTexel(u_nodeFrameTexture, u_nodeFrameTextureWidth, nodeIdx).r;

  // Per-node label rotation alignment: 0 = viewport, 1 = label turns with camera.
  float labelRotation = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx).g;

  vec3 nodeClip = u_matrix * vec3(nodePos, 1.0);

  // Node radius in physical pixels (matches label/background).
  float matrixScaleX = length(vec2(u_matrix[0][0], u_matrix[1][0]));
  float nodeRadiusGraphSpace = nodeSize * u_correctionRatio / u_sizeRatio * 2.0;
  float nodeRadiusPixels = nodeRadiusGraphSpace * matrixScaleX * u_resolution.x / 2.0;

  // CSS-px inputs -> physical px, scaled by the zoom-dependent label ratio, so
  // the attachment stays glued to the label box exactly as the label scales.
  float zoomScale = u_zoomLabelSizeRatio;
  vec2 labelHalf = vec2(a_labelWidth, a_labelHeight) * 0.5 * zoomScale * u_pixelRatio;
  vec2 attachHalf = a_attachmentSize * 0.5 * zoomScale * u_pixelRatio;
  float gap = `).concat(st.toFixed(1),` * zoomScale * u_pixelRatio;
  float labelMargin = u_labelMargin * zoomScale * u_pixelRatio;

  // Graph-aligned labels add the camera angle so the attachment orbits with the box.
  mat2 labelRotMat = rotate2D(a_labelAngle - labelRotation * u_cameraAngle);

  // Label box center relative to the node center (pre-rotation). The shape-aware
  // edge distance comes from the frame texture, so placement matches the label.
  vec2 boxCenter = vec2(0.0);
  if (a_positionMode < 4.0) {
    float labelStart = nodeRadiusPixels * edgeDist + labelMargin;
    float textHalf = a_textHeight * 0.5 * zoomScale * u_pixelRatio;
    boxCenter = labelBoxCenter(a_positionMode, labelStart, labelHalf, textHalf);
  }

  // Horizontal anchor of below/above attachments tracks the label position, so
  // the attachment hangs from the label edge nearest the node (or is centered
  // when the label itself is node-centered): right->left, left->right, else center.
  float anchorX = 0.0;
  if (a_positionMode < 0.5) anchorX = -labelHalf.x + attachHalf.x;       // right label
  else if (a_positionMode < 1.5) anchorX = labelHalf.x - attachHalf.x;   // left label

  // Attachment center relative to the box (pre-rotation, Y-down). This offset
  // depends only on the box, the gap and the attachment size \u2014 never the shape.
  vec2 attachCenter;
  if (a_attachmentPlacement < 0.5) {
    // below
    attachCenter = boxCenter + vec2(anchorX, labelHalf.y + gap + attachHalf.y);
  } else if (a_attachmentPlacement < 1.5) {
    // above
    attachCenter = boxCenter + vec2(anchorX, -(labelHalf.y + gap + attachHalf.y));
  } else if (a_attachmentPlacement < 2.5) {
    // left, top-aligned
    attachCenter = boxCenter + vec2(-(labelHalf.x + gap + attachHalf.x), -labelHalf.y + attachHalf.y);
  } else {
    // right, top-aligned
    attachCenter = boxCenter + vec2(labelHalf.x + gap + attachHalf.x, -labelHalf.y + attachHalf.y);
  }

  // Rotate the whole assembly by the label angle, around the node center.
  vec2 rotatedCenter = labelRotMat * attachCenter;
  vec2 cornerOffset = labelRotMat * (a_quadCorner * attachHalf);

  // Node center in screen px (Y-down).
  vec2 nodeScreen = vec2(
    (nodeClip.x + 1.0) * u_resolution.x,
    (1.0 - nodeClip.y) * u_resolution.y
  ) * 0.5;

  // Snap node center to the pixel grid so label/backdrop/attachment move as one.
  vec2 snapDelta = (round(nodeScreen) - nodeScreen) * u_labelPixelSnapping;

  // Snap the quad's top-left to integer pixels so atlas texels map 1:1.
  vec2 centerScreen = nodeScreen + rotatedCenter + snapDelta;
  vec2 topLeft = centerScreen - attachHalf;
  topLeft = mix(topLeft, round(topLeft), u_labelPixelSnapping);
  centerScreen = topLeft + attachHalf;

  vec2 vertexScreen = centerScreen + cornerOffset;
  gl_Position = vec4(
    vertexScreen.x * 2.0 / u_resolution.x - 1.0,
    1.0 - vertexScreen.y * 2.0 / u_resolution.y,
    0.0, 1.0
  );

  vec2 texOrigin = a_atlasRect.xy / u_atlasSize;
  vec2 texSize = a_atlasRect.zw / u_atlasSize;
  vec2 uv = (a_quadCorner + 1.0) / 2.0;
  v_texCoord = texOrigin + uv * texSize;
}
`);return n}var Bu=`#version 300 es
precision highp float;

uniform sampler2D u_atlasTexture;

in vec2 v_texCoord;

layout(location = 0) out vec4 fragColor;
#ifdef PICKING_MODE
layout(location = 1) out vec4 pickColor;
#endif

void main() {
  // Canvas textures are premultiplied; output directly for (ONE, 1-SRC_ALPHA) blending
  vec4 color = texture(u_atlasTexture, v_texCoord);
  if (color.a < 0.01) discard;
  fragColor = color;
#ifdef PICKING_MODE
  pickColor = vec4(0.0); // Attachments are not pickable
#endif
}
`;function Uu(n,a,e,t){var r,i,o=t.label,s=o===void 0?{}:o,l=(r=s.margin)!==null&&r!==void 0?r:Wt,u=(i=s.zoomToLabelSizeRatioFunction)!==null&&i!==void 0?i:function(){return 1},d=Wu(),c=Bu,h=(function(f){function g(){var b;K(this,g);for(var p=arguments.length,v=new Array(p),m=0;m<p;m++)v[m]=arguments[m];return b=le(this,g,[].concat(v)),A(b,"totalCount",0),A(b,"bufferCapacity",0),b}return ue(g,f),Z(g,[{key:"getDefinition",value:function(){var p=WebGL2RenderingContext,v=p.FLOAT,m=p.TRIANGLE_STRIP;return{VERTICES:4,VERTEX_SHADER_SOURCE:d,FRAGMENT_SHADER_SOURCE:c,METHOD:m,UNIFORMS:["u_matrix","u_resolution","u_labelPixelSnapping","u_sizeRatio","u_correctionRatio","u_cameraAngle","u_pixelRatio","u_labelMargin","u_zoomLabelSizeRatio","u_nodeDataTexture","u_nodeDataTextureWidth","u_nodeFrameTexture","u_nodeFrameTextureWidth","u_atlasTexture"],ATTRIBUTES:[{name:"a_nodeIndex",size:1,type:v},{name:"a_atlasRect",size:4,type:v},{name:"a_attachmentSize",size:2,type:v},{name:"a_positionMode",size:1,type:v},{name:"a_attachmentPlacement",size:1,type:v},{name:"a_labelWidth",size:1,type:v},{name:"a_labelHeight",size:1,type:v},{name:"a_textHeight",size:1,type:v},{name:"a_labelAngle",size:1,type:v}],CONSTANT_ATTRIBUTES:[{name:"a_quadCorner",size:2,type:v}],CONSTANT_DATA:[[-1,-1],[1,-1],[-1,1],[1,1]]}}},{key:"processAttachment",value:function(p,v){var m=this.floats,y=p*this.STRIDE;m[y++]=v.nodeIndex,m[y++]=v.atlasX,m[y++]=v.atlasY,m[y++]=v.atlasW,m[y++]=v.atlasH,m[y++]=v.attachWidth,m[y++]=v.attachHeight,m[y++]=v.positionMode,m[y++]=v.attachmentPlacement,m[y++]=v.labelWidth,m[y++]=v.labelHeight,m[y++]=v.textHeight,m[y++]=v.labelAngle}},{key:"setUniforms",value:function(p,v){var m=v.gl,y=v.uniformLocations;m.uniformMatrix3fv(y.u_matrix,!1,p.matrix),m.uniform2f(y.u_resolution,p.width*p.pixelRatio,p.height*p.pixelRatio),m.uniform1f(y.u_labelPixelSnapping,p.labelPixelSnapping),m.uniform1f(y.u_sizeRatio,p.sizeRatio),m.uniform1f(y.u_correctionRatio,p.correctionRatio),m.uniform1f(y.u_cameraAngle,p.cameraAngle),m.uniform1f(y.u_pixelRatio,p.pixelRatio),m.uniform1f(y.u_labelMargin,g.labelMargin),m.uniform1f(y.u_zoomLabelSizeRatio,1/u(p.zoomRatio)),m.uniform1i(y.u_nodeDataTexture,p.nodeDataTextureUnit),m.uniform1i(y.u_nodeDataTextureWidth,p.nodeDataTextureWidth),m.uniform1i(y.u_nodeFrameTexture,p.nodeFrameTextureUnit),m.uniform1i(y.u_nodeFrameTextureWidth,p.nodeFrameTextureWidth),m.uniform1i(y.u_atlasTexture,mn)}},{key:"reallocateAttachments",value:function(p){this.totalCount=p,p>this.bufferCapacity&&(this.bufferCapacity=Math.max(p,Math.ceil(this.bufferCapacity*1.5)||10),ve(g,"reallocate",this,3)([this.bufferCapacity]))}},{key:"hasNothingToRender",value:function(){return this.totalCount===0}},{key:"drawWebGL",value:function(p,v){var m=v.gl;this.totalCount!==0&&m.drawArraysInstanced(p,0,this.VERTICES,this.totalCount)}}])})(vt);return A(h,"labelMargin",l),new h(n,a,e)}var it=5;function ha(n,a){return[].concat($(a),$(n.map(function(e){var t;return{attributes:(t=e.attributes)!==null&&t!==void 0?t:[]}})))}function Ut(n,a){var e=Fe(ha(n,a)),t=new Set(n.flatMap(function(u){var d;return(d=u.attributes)!==null&&d!==void 0?d:[]}).map(function(u){return u.name.replace(/^a_/,"")})),r={},i={},o=M(t),s;try{for(o.s();!(s=o.n()).done;){var l=s.value;r[l]=e.offsets[l],i[l]=e.specs[l]}}catch(u){o.e(u)}finally{o.f()}return O(O({},e),{},{offsets:r,specs:i})}function Hu(n,a){var e=new Set(["u_matrix","u_sizeRatio","u_correctionRatio","u_cameraAngle","u_pickingPadding","u_nodeDataTexture","u_layerAttributeTexture"]),t=new Set,r=n.flatMap(function(f){return f.uniforms}).filter(function(f){return e.has(f.name)||t.has(f.name)?!1:(t.add(f.name),!0)}).map(function(f){return"uniform ".concat(f.type," ").concat(f.name,";")}).join(`
`),i=a.flatMap(function(f){return f.uniforms}).filter(function(f){return e.has(f.name)||t.has(f.name)?!1:(t.add(f.name),!0)}).map(function(f){return"uniform ".concat(f.type," ").concat(f.name,";")}).join(`
`),o=ha(n,a),s=new Set,l=o.flatMap(function(f){return f.attributes}).filter(function(f){var g=f.name.replace(/^a_/,"");return s.has(g)?!1:(s.add(g),!0)}).map(function(f){var g=f.name.replace(/^a_/,""),b=f.size===1?"float":"vec".concat(f.size);return"out ".concat(b," v_").concat(g,";")}).join(`
`),u=Mt(Fe(o),{varPrefix:"layer",baseTexelExpr:"nodeIdx * u_layerAttributeTexelsPerNode",textureWidthUniform:"u_layerAttributeTextureWidth",textureSamplerUniform:"u_layerAttributeTexture"}),d=u.fetchCode,c=u.varyingAssignments,h=`#version 300 es

// Standard node attributes (per instance) - minimal buffer usage
in float a_nodeIndex;  // Index into node data texture AND layer attribute texture
in vec4 a_id;          // Node ID for picking
in float a_opacity;    // Node opacity, applied once to the final fragment

// Constant attributes (per vertex, same for all instances)
in vec2 a_quadCorner;  // (-1,-1), (1,-1), (1,1), (-1,1) for quad corners

// Standard uniforms
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
#ifdef PICKING_MODE
uniform float u_pickingPadding;
#endif
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;

// Layer attribute texture uniforms
uniform sampler2D u_layerAttributeTexture;
uniform int u_layerAttributeTextureWidth;
uniform int u_layerAttributeTexelsPerNode;

`.concat(r,`
`).concat(i,`

// Standard varyings
out vec2 v_uv;                    // Normalized coordinates [-1, 1]
out vec4 v_id;
out float v_opacity;
out float v_antialiasingWidth;    // Width for antialiasing in UV space
out float v_pixelSize;            // Node size in pixels (for pixel-mode borders)
out float v_pixelToUV;            // Conversion factor: multiply by this to convert screen pixels to UV units
out float v_shapeId;              // Shape ID for multi-shape programs

// Layer varyings
`).concat(l,`

// Node-data fetch helpers (geometry texel + rotation-flags texel)
`).concat(Ke,`
`).concat(gt,`

void main() {
  // Fetch node geometry: vec4(x, y, size, shapeId).
  int nodeIdx = int(a_nodeIndex);

  // Hidden nodes are flagged with a negative row by NodeProgram.process(). Push
  // the whole quad outside the clip volume: every vertex lands at the same
  // out-of-range position, so the primitive is fully clipped and rasterizes
  // nothing \u2014 neither to the frame buffer nor to the picking buffer.
  if (nodeIdx < 0) {
    gl_Position = vec4(2.0, 0.0, 0.0, 1.0);
    v_id = vec4(0.0);
    return;
  }

  vec4 nodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  vec2 a_position = nodeData.xy;
  float a_size = nodeData.z;
  v_shapeId = nodeData.w;  // Pass shape ID to fragment shader

  // Per-node rotation alignment: 0 = viewport (screen-upright), 1 = graph.
  float nodeRotation = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx).r;

`).concat(d,`

  // Calculate the actual size in pixels
  float size = a_size * u_correctionRatio / u_sizeRatio * 2.0;

  // In PICKING_MODE, inflate the quad by nodePickingPadding pixels on each side
  #ifdef PICKING_MODE
    float paddedSize = size + u_pickingPadding * u_correctionRatio;
    vec2 offset = a_quadCorner * paddedSize;
  #else
    vec2 offset = a_quadCorner * size;
  #endif
  // Counter-rotate the quad offset so viewport-aligned nodes stay upright as the
  // camera turns. Graph-aligned nodes (nodeRotation=1) skip it and turn with the
  // camera. The angle scales by (1 - nodeRotation) so both fall out of one path.
  {
    float ca = u_cameraAngle * (1.0 - nodeRotation);
    float c = cos(ca);
    float s = sin(ca);
    offset = mat2(c, s, -s, c) * offset;
  }
  vec2 position = a_position + offset;

  gl_Position = vec4(
    (u_matrix * vec3(position, 1)).xy,
    0,
    1
  );

  // In PICKING_MODE, UV is scaled beyond [-1, 1] to match the inflated quad
  #ifdef PICKING_MODE
    v_uv = a_quadCorner * (paddedSize / size);
  #else
    v_uv = a_quadCorner;
  #endif

  // Pass ID to fragment shader
  v_id = a_id;
  v_opacity = a_opacity;

  // Pass pixel size for layers that need pixel-mode calculations
  // Multiply by 2 because 'size' is half-width (offset from center), not full diameter
  v_pixelSize = size * 2.0;

  // Conversion factor from screen pixels to UV units
  // Same derivation as v_antialiasingWidth which represents ~1 pixel in UV space
  // P pixels in UV space = P * u_correctionRatio / size
  v_pixelToUV = u_correctionRatio / size;

  // We use an antialiasing width of 1px (so v_pixelToUV)
  v_antialiasingWidth = v_pixelToUV;

  // Pass layer attributes to fragment shader (fetched from texture)
`).concat(c,`
}
`);return h}function $u(n,a,e){var t=arguments.length>3&&arguments[3]!==void 0?arguments[3]:!0,r=a.map(function(g,b){var p="layer_".concat(g.name),v=[].concat($(g.attributes.map(function(m){return"v_".concat(m.name.replace(/^a_/,""))})),$(g.uniforms.map(function(m){return m.name}))).join(", ");return"  // Layer ".concat(b+1,": ").concat(g.name,`
  color = blendOver(color, `).concat(p,"(").concat(v,"));")}).join(`

`),i=new Set(["u_correctionRatio"]),o=new Set,s=n.flatMap(function(g){return g.uniforms}).filter(function(g){return i.has(g.name)||o.has(g.name)?!1:(o.add(g.name),!0)}).map(function(g){return"uniform ".concat(g.type," ").concat(g.name,";")}).join(`
`),l=a.flatMap(function(g){return g.uniforms}).filter(function(g){return i.has(g.name)||o.has(g.name)?!1:(o.add(g.name),!0)}).map(function(g){return"uniform ".concat(g.type," ").concat(g.name,";")}).join(`
`),u=new Set,d=ha(n,a).flatMap(function(g){return g.attributes}).filter(function(g){var b=g.name.replace(/^a_/,"");return u.has(b)?!1:(u.add(b),!0)}).map(function(g){var b=g.name.replace(/^a_/,""),p=g.size===1?"float":"vec".concat(g.size);return"in ".concat(p," v_").concat(b,";")}).join(`
`),c=Ka(n),h=wu(n,e),f=`#version 300 es
precision highp float;

// Standard varyings
in vec2 v_uv;
in vec4 v_id;
in float v_opacity;
in float v_antialiasingWidth;
in float v_pixelSize;
in float v_pixelToUV;
in float v_shapeId;  // Shape ID for multi-shape programs

// Standard uniforms (needed for some layer calculations like pixel-mode borders)
uniform float u_correctionRatio;
#ifdef PICKING_MODE
uniform float u_pickingPadding;
#endif

// Shape uniforms
`.concat(s,`

// Layer uniforms
`).concat(l,`

// Layer varyings
`).concat(d,`

// Fragment output (single target - picking handled via separate pass)
out vec4 fragColor;

// LayerContext struct - provides rendering context to all layers
struct LayerContext {
  float sdf;             // Signed distance from shape boundary (negative inside)
  vec2 uv;               // UV coordinates [-1, 1], center at (0,0)
  float shapeSize;       // Effective shape size (~diameter) in UV space (1.0 - aaWidth)
  float shapeHalfSize;   // Effective shape half size (~radius) in UV space
  float pixelSize;       // Node full size (~diameter) in screen pixels
  float aaWidth;         // Anti-aliasing width for smooth transitions
  float correctionRatio; // Scaling factor for consistent rendering across zoom levels
  float pixelToUV;       // Conversion factor: multiply screen pixels by this to get UV units
  float inradiusFactor;  // Ratio of inradius to circumradius (shape depth factor)
};

LayerContext context;  // Global instance, populated before layer calls

// Alpha "over" compositing for layer blending
vec4 blendOver(vec4 bg, vec4 fg) {
  float a = fg.a;
  return vec4(mix(bg.rgb, fg.rgb, a), bg.a + a * (1.0 - bg.a));
}

// SDF shape functions
`).concat(c,`

// Shape selector function (sets context.sdf and context.inradiusFactor)
`).concat(h,`

// Layer functions
`).concat(a.map(function(g){return g.glsl}).join(`

`),`

void main() {
  // 1. Setup LayerContext (available to all layer functions)
  context.shapeSize = 1.0 - v_antialiasingWidth;
  context.shapeHalfSize = context.shapeSize * 0.5;
  context.pixelSize = v_pixelSize;
  context.uv = v_uv;
  context.aaWidth = v_antialiasingWidth;
  context.correctionRatio = u_correctionRatio;
  context.pixelToUV = v_pixelToUV;

  // Query shape SDF based on shapeId (sets context.sdf and context.inradiusFactor)
  queryNodeSDF(int(v_shapeId), v_uv, context.shapeSize);

  // 2. Early discard for pixels fully outside the shape (with AA margin)
  // In PICKING_MODE, allow extra fragments up to the picking padding distance
  #ifdef PICKING_MODE
    if (context.sdf > u_pickingPadding * v_pixelToUV + context.aaWidth) discard;
  #else
    if (context.sdf > context.aaWidth) discard;
  #endif

  // 3. Apply layers sequentially with "over" compositing
  vec4 color = vec4(0.0);

`).concat(r,`

  #ifdef PICKING_MODE
    // Picking pass: output node ID for pixels within the picking area.
    if (context.sdf > u_pickingPadding * v_pixelToUV) discard;
    fragColor = v_id;
  #else
`).concat(t?`    // Visual pass: apply antialiasing at shape boundary, node opacity once
    // smoothstep provides smooth transition from opaque to transparent
    float alpha = smoothstep(context.aaWidth, -context.aaWidth, context.sdf) * v_opacity;`:`    // Visual pass: hard-edged (no anti-aliasing gradient) shape boundary, node opacity applied once
    float alpha = (context.sdf < 0.0 ? 1.0 : 0.0) * v_opacity;`,`
    // Mix with transparent to fade both color AND alpha together (avoids bright halo)
    fragColor = mix(vec4(0.0), color, alpha);
  #endif
}
`);return f}function Vu(n,a){var e=new Set;return e.add("u_matrix"),e.add("u_sizeRatio"),e.add("u_correctionRatio"),e.add("u_cameraAngle"),e.add("u_pickingPadding"),e.add("u_nodeDataTexture"),e.add("u_nodeDataTextureWidth"),e.add("u_layerAttributeTexture"),e.add("u_layerAttributeTextureWidth"),e.add("u_layerAttributeTexelsPerNode"),n.forEach(function(t){t.uniforms.forEach(function(r){return e.add(r.name)})}),a.forEach(function(t){t.uniforms.forEach(function(r){return e.add(r.name)})}),Array.from(e)}function Xu(n){var a=WebGL2RenderingContext,e=a.UNSIGNED_BYTE,t=a.FLOAT;return[{name:"a_nodeIndex",size:1,type:t},{name:"a_id",size:4,type:e,normalized:!0},{name:"a_opacity",size:1,type:t}]}function Ni(n){var a=n.shapes,e=n.layers,t=n.shapeGlobalIds,r=n.antialias,i=r===void 0?!0:r;return{vertexShader:Hu(a,e),fragmentShader:$u(a,e,t,i),uniforms:Vu(a,e),attributes:Xu()}}function to(n,a,e){var t=Ut(n,a),r=t.specs;return Object.keys(r).map(function(i){return"flat ".concat(e," ").concat(r[i].size===1?"float":"vec".concat(r[i].size)," v_").concat(i,";")}).join(`
`)}function ju(n){var a,e,t=n.shapes,r=n.layers,i=n.shapeGlobalIds,o=Mt(Ut(t,r),{varPrefix:"nodeAttr",baseTexelExpr:"nodeIdx * u_layerAttributeTexelsPerNode",textureWidthUniform:"u_layerAttributeTextureWidth",textureSamplerUniform:"u_layerAttributeTexture"}),s=t.length===1?"float inradiusFactor = ".concat(ce((a=t[0].inradiusFactor)!==null&&a!==void 0?a:1),";"):"float inradiusFactor = ".concat(ce((e=t[0].inradiusFactor)!==null&&e!==void 0?e:1),`;
  switch (int(shapeId)) {
`).concat(t.map(function(u,d){var c,h=i?i[d]:d;return"    case ".concat(h,": inradiusFactor = ").concat(ce((c=u.inradiusFactor)!==null&&c!==void 0?c:1),"; break;")}).join(`
`),`
    default: break;
  }`),l=`#version 300 es

in float a_nodeIndex;
in float a_labelWidth;
in float a_labelHeight;
in float a_textHeight;
in float a_positionMode;
in float a_labelAngle;
in vec4 a_backdropColor;
in vec4 a_backdropShadowColor;
in float a_backdropShadowBlur;
in float a_backdropPadding;
in vec4 a_backdropBorderColor;
in vec4 a_backdropExtra; // [borderWidth, cornerRadius, labelPadding, area]
in vec2 a_labelBoxOffset;
in vec2 a_quadCorner;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
uniform vec2 u_resolution;
uniform float u_pixelRatio;
uniform float u_labelMargin;
uniform float u_zoomLabelSizeRatio;
uniform float u_labelPixelSnapping;
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_nodeFrameTexture;
uniform int u_nodeFrameTextureWidth;
uniform sampler2D u_layerAttributeTexture;
uniform int u_layerAttributeTextureWidth;
uniform int u_layerAttributeTexelsPerNode;

out vec2 v_uv;
out vec2 v_nodeCenter;
out float v_nodeRadius;
out vec2 v_labelCenter;
out vec2 v_labelHalfSize;
out float v_aaWidth;
out float v_shapeId;
out float v_nodeRotation;
out float v_labelAngle;
out vec4 v_backdropColor;
out vec4 v_backdropShadowColor;
out float v_backdropShadowBlur;
out float v_backdropPadding;
out vec4 v_backdropBorderColor;
out float v_backdropBorderWidth;
out float v_backdropCornerRadius;
out float v_backdropArea;
`.concat(to(t,r,"out"),`

`).concat(Ke,`
`).concat(gt,`
`).concat(Bt,`

void main() {
  int nodeIdx = int(a_nodeIndex);
`).concat(o.fetchCode,`
`).concat(o.varyingAssignments,`

  // Node data: (x, y, size, shapeId). shapeId (global) is forwarded to the
  // fragment shader, which keeps the shape SDF for the outline.
  vec4 nodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  vec2 nodePosition = nodeData.xy;
  float nodeSize = nodeData.z;
  float shapeId = nodeData.w;

  // Per-node rotation alignment (0 = viewport, 1 = graph). nodeRotation drives
  // the fragment's shape outline; labelRotation turns the label box with camera.
  vec4 nodeFlags = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  float nodeRotation = nodeFlags.r;
  float labelRotation = nodeFlags.g;
  v_nodeRotation = nodeRotation;

  `).concat(Yi,`
  // CSS pixel attributes are multiplied by u_pixelRatio to match nodeRadiusPixels,
  // which is already in physical pixels (nodeRadiusNDC * u_resolution.x / 2.0).
  float padding = a_backdropPadding * u_pixelRatio;
  float shadowBlur = a_backdropShadowBlur * u_pixelRatio;
  // Unpack a_backdropExtra: [borderWidth, cornerRadius, labelPadding, area]
  float borderWidth = a_backdropExtra.x * u_pixelRatio;
  float cornerRadius = a_backdropExtra.y * u_pixelRatio;
  float labelPad = a_backdropExtra.z * u_pixelRatio;
  float backdropArea = a_backdropExtra.w;
  // Use 2x shadowBlur so the Gaussian fully decays before the quad edge
  float totalExpansion = shadowBlur * 2.0 + borderWidth;
  float enlargedRadius = nodeRadiusPixels + padding;

  // Circumscribed radius for the quad bounds. Non-circular shapes reach past
  // their inradius out to their circumradius (= enlargedRadius / inradiusFactor),
  // in any direction once rotated. The axis-aligned quad must contain that, or
  // the fill/shadow gets clipped (square corners, triangle tip, etc.).
  `).concat(s,`
  float boundRadius = enlargedRadius / inradiusFactor;

  // Apply zoom-dependent label size scaling
  float zoomScale = u_zoomLabelSizeRatio;
  float labelW = a_labelWidth * zoomScale * u_pixelRatio;
  float labelH = a_labelHeight * zoomScale * u_pixelRatio;
  float labelMargin = u_labelMargin * zoomScale * u_pixelRatio;

  // Only apply labelPad when a label is actually present
  float effectiveLabelPad = labelW > 0.0 ? labelPad : 0.0;
  vec2 labelHalfSize = vec2(labelW * 0.5 + effectiveLabelPad, labelH * 0.5 + effectiveLabelPad);
  vec2 labelOffset = vec2(0.0);

  // Effective label angle: intrinsic angle plus the camera angle when the label
  // is graph-aligned, so the box orbits the node in lockstep with the frame-pass.
  float labelAngle = a_labelAngle - labelRotation * u_cameraAngle;
  float la_c = cos(labelAngle);
  float la_s = sin(labelAngle);
  mat2 labelRotMat = mat2(la_c, -la_s, la_s, la_c);

  vec3 nodeClip = u_matrix * vec3(nodePosition, 1.0);
  vec2 snapDelta = vec2(0.0);

  if (labelW > 0.0) {
    // labelW > 0.0 means this node's label is displayed, so the frame-pass wrote
    // its edge distance this frame.
    float edgeDistPixels = nodeRadiusPixels * readFrameTexel(u_nodeFrameTexture, u_nodeFrameTextureWidth, nodeIdx).r;
    // labelMargin matches the label shader's margin (gap from node edge to text)
    float labelStart = edgeDistPixels + labelMargin;
    // Above/below center on the actual glyph height, not the font line box, so
    // the box stays aligned with the rendered text (matches labelBoxCenter()).
    float textHalf = a_textHeight * zoomScale * u_pixelRatio * 0.5;

    // Snap node center to pixel grid so label/backdrop/attachment move as a unit
    vec2 nodeScreen = vec2(
      (nodeClip.x + 1.0) * u_resolution.x,
      (1.0 - nodeClip.y) * u_resolution.y
    ) * 0.5;
    snapDelta = (round(nodeScreen) - nodeScreen) * u_labelPixelSnapping;

    if (a_positionMode < 0.5) {
      // Right: box spans from node center to text end + padding
      float boxRightEdge = labelStart + labelW + labelPad;
      labelOffset = vec2(boxRightEdge * 0.5, 0.0);
      labelHalfSize.x = boxRightEdge * 0.5;
    } else if (a_positionMode < 1.5) {
      // Left: mirror of right
      float boxLeftEdge = labelStart + labelW + labelPad;
      labelOffset = vec2(-boxLeftEdge * 0.5, 0.0);
      labelHalfSize.x = boxLeftEdge * 0.5;
    } else if (a_positionMode < 2.5) {
      // Above: text bottom at labelStart, centered horizontally
      labelOffset = vec2(0.0, -(labelStart + textHalf));
    } else if (a_positionMode < 3.5) {
      // Below: text top at labelStart, centered horizontally
      labelOffset = vec2(0.0, labelStart + textHalf);
    }
    // over (>=4): labelOffset stays (0,0) \u2014 text centered on the node.

    // The attachment-cover shift is in label space (like the attachment itself),
    // so rotate it together with the position offset \u2014 otherwise the box drifts
    // off the attachment as the label angle grows.
    labelOffset = labelRotMat * (labelOffset + a_labelBoxOffset * zoomScale * u_pixelRatio);
  }

  // For node-only mode, zero out label dimensions
  if (backdropArea > 0.5 && backdropArea < 1.5) {
    labelHalfSize = vec2(0.0);
    labelOffset = vec2(0.0);
  }

  vec2 minBound, maxBound;

  bool hasLabelBounds = labelW > 0.0 && (backdropArea > 1.5 || backdropArea < 0.5);

  if (hasLabelBounds) {
    // Union with label bounds (area=both) or label-only bounds (area=label)
    vec2 labelMin, labelMax;

    if (a_labelAngle != 0.0) {
      vec2 corner1 = labelOffset + labelRotMat * vec2(-labelHalfSize.x, -labelHalfSize.y);
      vec2 corner2 = labelOffset + labelRotMat * vec2(labelHalfSize.x, -labelHalfSize.y);
      vec2 corner3 = labelOffset + labelRotMat * vec2(labelHalfSize.x, labelHalfSize.y);
      vec2 corner4 = labelOffset + labelRotMat * vec2(-labelHalfSize.x, labelHalfSize.y);
      labelMin = min(min(corner1, corner2), min(corner3, corner4));
      labelMax = max(max(corner1, corner2), max(corner3, corner4));
    } else {
      labelMin = labelOffset - labelHalfSize;
      labelMax = labelOffset + labelHalfSize;
    }

    if (backdropArea > 1.5) {
      // Label-only: bounds from label rect only
      minBound = labelMin - totalExpansion;
      maxBound = labelMax + totalExpansion;
    } else {
      // Both: union of node + label
      minBound = min(-vec2(boundRadius), labelMin) - totalExpansion;
      maxBound = max(vec2(boundRadius), labelMax) + totalExpansion;
    }
  } else {
    // Node-only or no visible label
    float totalRadius = boundRadius + totalExpansion;
    minBound = -vec2(totalRadius);
    maxBound = vec2(totalRadius);
  }

  vec2 quadSize = maxBound - minBound;
  vec2 quadCenter = (minBound + maxBound) * 0.5;

  vec2 localPos = quadCenter + a_quadCorner * quadSize * 0.5 + snapDelta;
  vec2 ndcOffset = localPos * 2.0 / u_resolution;
  ndcOffset.y = -ndcOffset.y;

  gl_Position = vec4(nodeClip.xy + ndcOffset, 0.0, 1.0);

  v_uv = localPos;
  v_nodeCenter = vec2(0.0);
  v_nodeRadius = nodeRadiusPixels;
  v_labelCenter = labelOffset;
  v_labelHalfSize = labelHalfSize;
  v_aaWidth = 1.0;
  v_shapeId = shapeId;
  v_labelAngle = labelAngle;
  v_backdropColor = a_backdropColor;
  v_backdropShadowColor = a_backdropShadowColor;
  v_backdropShadowBlur = a_backdropShadowBlur;
  v_backdropPadding = a_backdropPadding;
  v_backdropBorderColor = a_backdropBorderColor;
  v_backdropBorderWidth = borderWidth;
  v_backdropCornerRadius = cornerRadius;
  v_backdropArea = backdropArea;
}
`);return l}function qu(n){var a=n.shapes,e=n.layers,t=n.shapeGlobalIds,r=Ka(a),i=pn(a).map(function(h){return"uniform ".concat(h.type," ").concat(h.name,";")}).join(`
`),o=function(f){return sa(f,"nodeUV","1.0")},s;if(a.length===1)s="float nodeSdfNormalized = ".concat(o(a[0]),";");else{var l=a.map(function(h,f){var g=t?t[f]:f;return"    case ".concat(g,": nodeSdfNormalized = ").concat(o(h),"; break;")}).join(`
`),u=o(a[0]);s=`float nodeSdfNormalized;
  int shapeId = int(v_shapeId);
  switch (shapeId) {
`.concat(l,`
    default: nodeSdfNormalized = `).concat(u,`;
  }`)}var d=`float effectiveRadius = max(enlargedRadius - cornerRadius, 0.01);
  float ca = u_cameraAngle * v_nodeRotation;
  float ca_c = cos(ca);
  float ca_s = sin(ca);
  vec2 rotatedScreenUV = mat2(ca_c, -ca_s, ca_s, ca_c) * screenUV;
  vec2 nodeUV = vec2(rotatedScreenUV.x, -rotatedScreenUV.y) / effectiveRadius;`,c=`#version 300 es
precision highp float;

in vec2 v_uv;
in vec2 v_nodeCenter;
in float v_nodeRadius;
in vec2 v_labelCenter;
in vec2 v_labelHalfSize;
in float v_aaWidth;
in float v_shapeId;
in float v_nodeRotation;
in float v_labelAngle;
in vec4 v_backdropColor;
in vec4 v_backdropShadowColor;
in float v_backdropShadowBlur;
in float v_backdropPadding;
in vec4 v_backdropBorderColor;
in float v_backdropBorderWidth;
in float v_backdropCornerRadius;
in float v_backdropArea;
`.concat(to(a,e,"in"),`

uniform float u_cameraAngle;
`).concat(i,`

layout(location = 0) out vec4 fragColor;
layout(location = 1) out vec4 fragPicking;

`).concat(r,`
`).concat(Cu,`
`).concat(Lu,`
`).concat(Pu,`
`).concat(ku,`

void main() {
  vec4 backdropColor = v_backdropColor;
  vec4 shadowColor = v_backdropShadowColor;
  float shadowBlur = v_backdropShadowBlur;
  float padding = v_backdropPadding;
  vec4 borderColor = v_backdropBorderColor;
  float borderWidth = v_backdropBorderWidth;
  float cornerRadius = v_backdropCornerRadius;

  float enlargedRadius = v_nodeRadius + padding;
  vec2 screenUV = v_uv - v_nodeCenter;
  `).concat(d,`

  // Query the correct shape SDF based on shapeId
  `).concat(s,`
  float nodeSdfPixels = nodeSdfNormalized * effectiveRadius - cornerRadius;

  // Label SDF with optional corner radius and rotation
  float labelSdfPixels;
  if (v_labelHalfSize.x > 0.0) {
    vec2 labelP = v_uv - v_labelCenter;
    labelSdfPixels = sdfRoundedRotatedBox(labelP, v_labelHalfSize, v_labelAngle, cornerRadius);
  } else {
    labelSdfPixels = 10000.0;
  }

  // Select area: 0=both, 1=node, 2=label
  float combinedSdf;
  if (v_backdropArea > 1.5) {
    combinedSdf = labelSdfPixels;
  } else if (v_backdropArea > 0.5) {
    combinedSdf = nodeSdfPixels;
  } else {
    combinedSdf = min(nodeSdfPixels, labelSdfPixels);
  }

  // Fill + border composite
  float outerEdge = smoothstep(v_aaWidth, -v_aaWidth, combinedSdf);
  vec4 background;
  if (borderWidth > 0.5) {
    float innerEdge = smoothstep(v_aaWidth, -v_aaWidth, combinedSdf + borderWidth);
    float fillAlpha = innerEdge * backdropColor.a;
    vec4 fill = vec4(backdropColor.rgb * fillAlpha, fillAlpha);
    float borderAlpha = (outerEdge - innerEdge) * borderColor.a;
    vec4 border = vec4(borderColor.rgb * borderAlpha, borderAlpha);
    background = fill + border * (1.0 - fill.a);
  } else {
    float fillAlpha = outerEdge * backdropColor.a;
    background = vec4(backdropColor.rgb * fillAlpha, fillAlpha);
  }

  // Gaussian-like shadow falloff (mimics canvas shadowBlur)
  vec4 shadow = vec4(0.0);
  float sigma = shadowBlur / 2.5;
  if (sigma > 0.001) {
    float shadowDist = max(0.0, combinedSdf);
    float shadowAlpha = exp(-(shadowDist * shadowDist) / (2.0 * sigma * sigma)) * shadowColor.a;
    shadow = vec4(shadowColor.rgb * shadowAlpha, shadowAlpha);
  }

  fragColor = background + shadow * (1.0 - background.a);
  fragPicking = vec4(0.0);
}
`);return c}function Yu(n){var a=["u_matrix","u_sizeRatio","u_correctionRatio","u_cameraAngle","u_resolution","u_pixelRatio","u_labelMargin","u_zoomLabelSizeRatio","u_labelPixelSnapping","u_nodeDataTexture","u_nodeDataTextureWidth","u_nodeFrameTexture","u_nodeFrameTextureWidth","u_layerAttributeTexture","u_layerAttributeTextureWidth","u_layerAttributeTexelsPerNode"],e=M(pn(n)),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;a.includes(r.name)||a.push(r.name)}}catch(i){e.e(i)}finally{e.f()}return a}function Ku(n){return{vertexShader:ju(n),fragmentShader:qu(n),uniforms:Yu(n.shapes)}}function Zu(n,a,e,t){var r,i,o=t.label,s=o===void 0?{}:o,l=t.shapes,u=t.layers,d=t.getAttributeTexture,c=t.shapeGlobalIds;if(l.length===0)throw new Error("createBackdropProgram: at least one shape must be provided in 'shapes'");var h=(r=s.margin)!==null&&r!==void 0?r:5,f=(i=s.zoomToLabelSizeRatioFunction)!==null&&i!==void 0?i:function(){return 1},g={shapes:l,layers:u,shapeGlobalIds:c},b=Ku(g),p=(function(v){function m(){var y;K(this,m);for(var x=arguments.length,_=new Array(x),T=0;T<x;T++)_[T]=arguments[T];return y=le(this,m,[].concat(_)),A(y,"totalBackdropCount",0),A(y,"bufferCapacity",0),y}return ue(m,v),Z(m,[{key:"getDefinition",value:function(){var x=WebGL2RenderingContext,_=x.FLOAT,T=x.TRIANGLE_STRIP;return{VERTICES:4,VERTEX_SHADER_SOURCE:b.vertexShader,FRAGMENT_SHADER_SOURCE:b.fragmentShader,METHOD:T,UNIFORMS:b.uniforms,ATTRIBUTES:[{name:"a_nodeIndex",size:1,type:_},{name:"a_labelWidth",size:1,type:_},{name:"a_labelHeight",size:1,type:_},{name:"a_textHeight",size:1,type:_},{name:"a_positionMode",size:1,type:_},{name:"a_labelAngle",size:1,type:_},{name:"a_backdropColor",size:4,type:_},{name:"a_backdropShadowColor",size:4,type:_},{name:"a_backdropShadowBlur",size:1,type:_},{name:"a_backdropPadding",size:1,type:_},{name:"a_backdropBorderColor",size:4,type:_},{name:"a_backdropExtra",size:4,type:_},{name:"a_labelBoxOffset",size:2,type:_}],CONSTANT_ATTRIBUTES:[{name:"a_quadCorner",size:2,type:_}],CONSTANT_DATA:[[-1,-1],[1,-1],[-1,1],[1,1]]}}},{key:"processBackdrop",value:function(x,_){var T=this.floats,R=this.STRIDE,S=x*R;T[S++]=_.nodeIndex,T[S++]=_.labelWidth,T[S++]=_.labelHeight,T[S++]=_.textHeight,T[S++]=Ot[_.position],T[S++]=_.labelAngle,T[S++]=_.backdropColor[0],T[S++]=_.backdropColor[1],T[S++]=_.backdropColor[2],T[S++]=_.backdropColor[3],T[S++]=_.backdropShadowColor[0],T[S++]=_.backdropShadowColor[1],T[S++]=_.backdropShadowColor[2],T[S++]=_.backdropShadowColor[3],T[S++]=_.backdropShadowBlur,T[S++]=_.backdropPadding,T[S++]=_.backdropBorderColor[0],T[S++]=_.backdropBorderColor[1],T[S++]=_.backdropBorderColor[2],T[S++]=_.backdropBorderColor[3],T[S++]=_.backdropBorderWidth,T[S++]=_.backdropCornerRadius,T[S++]=_.backdropLabelPadding,T[S++]=_.backdropArea,T[S++]=_.labelBoxOffset[0],T[S++]=_.labelBoxOffset[1]}},{key:"setUniforms",value:function(x,_){var T=_.gl,R=_.uniformLocations;T.uniformMatrix3fv(R.u_matrix,!1,x.matrix),T.uniform1f(R.u_sizeRatio,x.sizeRatio),T.uniform1f(R.u_correctionRatio,x.correctionRatio),T.uniform1f(R.u_cameraAngle,x.cameraAngle),T.uniform2f(R.u_resolution,x.width*x.pixelRatio,x.height*x.pixelRatio),T.uniform1f(R.u_pixelRatio,x.pixelRatio),T.uniform1f(R.u_labelMargin,m.labelMargin),T.uniform1f(R.u_zoomLabelSizeRatio,1/f(x.zoomRatio)),T.uniform1f(R.u_labelPixelSnapping,x.labelPixelSnapping),T.uniform1i(R.u_nodeDataTexture,x.nodeDataTextureUnit),T.uniform1i(R.u_nodeDataTextureWidth,x.nodeDataTextureWidth),T.uniform1i(R.u_nodeFrameTexture,x.nodeFrameTextureUnit),T.uniform1i(R.u_nodeFrameTextureWidth,x.nodeFrameTextureWidth);var S=d();R.u_layerAttributeTexture&&S&&(S.bind(it),T.uniform1i(R.u_layerAttributeTexture,it),T.uniform1i(R.u_layerAttributeTextureWidth,S.getTextureWidth()),T.uniform1i(R.u_layerAttributeTexelsPerNode,S.getTexelsPerItem()));var E=M(pn(l)),w;try{for(E.s();!(w=E.n()).done;){var I=w.value;this.setTypedUniform(I,_)}}catch(D){E.e(D)}finally{E.f()}}},{key:"hasNothingToRender",value:function(){return this.totalBackdropCount===0}},{key:"drawWebGL",value:function(x,_){var T=_.gl;this.totalBackdropCount!==0&&(this.isInstanced?T.drawArraysInstanced(x,0,this.VERTICES,this.totalBackdropCount):T.drawArrays(x,0,this.totalBackdropCount*this.VERTICES))}},{key:"reallocate",value:function(x){this.totalBackdropCount=x,x>this.bufferCapacity&&(this.bufferCapacity=Math.max(x,Math.ceil(this.bufferCapacity*1.5)||10),ve(m,"reallocate",this,3)([this.bufferCapacity]))}}])})(vt);return A(p,"labelMargin",h),new p(n,a,e)}var no=(function(n){function a(){var e;K(this,a);for(var t=arguments.length,r=new Array(t),i=0;i<t;i++)r[i]=arguments[i];return e=le(this,a,[].concat(r)),A(e,"totalCharacterCount",0),A(e,"bufferCapacity",0),e}return ue(a,n),Z(a,[{key:"processLabel",value:function(t,r,i){if(i.hidden||!i.text)return 0;for(var o=i.text,s=o.length,l=0;l<s;l++){var u=o[l];this.processCharacter(r+l,i,u,l)}return s}},{key:"hasNothingToRender",value:function(){return this.totalCharacterCount===0}},{key:"drawWebGL",value:function(t,r){var i=r.gl;this.totalCharacterCount!==0&&(this.isInstanced?i.drawArraysInstanced(t,0,this.VERTICES,this.totalCharacterCount):i.drawArrays(t,0,this.totalCharacterCount*this.VERTICES))}},{key:"reallocate",value:function(t){this.totalCharacterCount=t,t>this.bufferCapacity&&(this.bufferCapacity=Math.max(t,Math.ceil(this.bufferCapacity*1.5)||1e3),ve(a,"reallocate",this,3)([this.bufferCapacity]))}}])})(vt);function Qu(){var n=`#version 300 es

in float a_nodeIndex;
in vec4 a_id;
in vec4 a_color;
in float a_labelWidth;
in float a_labelHeight;
in float a_textHeight;
in float a_positionMode;
in float a_labelAngle;
in float a_padding;
in vec2 a_quadCorner;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
uniform vec2 u_resolution;
uniform float u_pixelRatio;
uniform float u_labelMargin;
uniform float u_zoomLabelSizeRatio;
uniform float u_labelPixelSnapping;
uniform float u_pickingPadding;
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_nodeFrameTexture;
uniform int u_nodeFrameTextureWidth;

out vec4 v_id;
out vec4 v_color;

`.concat(Ke,`
`).concat(gt,`
`).concat(Bt,`
`).concat(Qi,`

void main() {
  int nodeIdx = int(a_nodeIndex);

  // Node data: (x, y, size, shapeId).
  vec4 nodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  vec2 nodePosition = nodeData.xy;
  float nodeSize = nodeData.z;

  // Shape-aware edge distance, read once from the shared frame texture.
  float edgeDist = readFrameTexel(u_nodeFrameTexture, u_nodeFrameTextureWidth, nodeIdx).r;

  // Per-node label rotation alignment: 0 = viewport, 1 = label turns with camera.
  float labelRotation = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx).g;

  `).concat(Yi,`

  float zoomScale = u_zoomLabelSizeRatio;
  float labelW = a_labelWidth * zoomScale * u_pixelRatio;
  float labelH = a_labelHeight * zoomScale * u_pixelRatio;
  float labelMargin = u_labelMargin * zoomScale * u_pixelRatio;
#ifdef PICKING_MODE
  float padding = u_pickingPadding * u_pixelRatio;
#else
  float padding = a_padding * u_pixelRatio;
#endif

  if (labelW <= 0.0) {
    gl_Position = vec4(2.0, 0.0, 0.0, 1.0);
    v_id = vec4(0.0);
    v_color = vec4(0.0);
    return;
  }

  vec2 labelHalfSize = vec2(labelW * 0.5 + padding, labelH * 0.5 + padding);
  vec2 labelOffset = vec2(0.0);

  // Graph-aligned labels add the camera angle so the rect orbits with the text.
  float labelAngle = a_labelAngle - labelRotation * u_cameraAngle;
  float la_c = cos(labelAngle);
  float la_s = sin(labelAngle);
  mat2 labelRotMat = mat2(la_c, -la_s, la_s, la_c);

  vec3 nodeClip = u_matrix * vec3(nodePosition, 1.0);
  vec2 nodeScreen = vec2(
    (nodeClip.x + 1.0) * u_resolution.x,
    (1.0 - nodeClip.y) * u_resolution.y
  ) * 0.5;
  vec2 snapDelta = (round(nodeScreen) - nodeScreen) * u_labelPixelSnapping;

  if (a_positionMode < 4.0) {
    float labelStart = nodeRadiusPixels * edgeDist + labelMargin;
    float textHalf = a_textHeight * zoomScale * u_pixelRatio * 0.5;
    // Box center uses the text half-size; the padding expands the quad below.
    labelOffset = labelRotMat * labelBoxCenter(a_positionMode, labelStart, vec2(labelW * 0.5, labelH * 0.5), textHalf);
  }

  // Rotate the rect with the label so it stays aligned with the (rotated) text.
  vec2 localPos = labelOffset + labelRotMat * (a_quadCorner * labelHalfSize);
  vec2 ndcOffset = (localPos + snapDelta) * 2.0 / u_resolution;
  ndcOffset.y = -ndcOffset.y;

  gl_Position = vec4(nodeClip.xy + ndcOffset, 0.0, 1.0);
  v_id = a_id;
  v_color = a_color;
}
`);return n}var Ju=`#version 300 es
precision highp float;

in vec4 v_id;
in vec4 v_color;

out vec4 fragColor;

void main() {
  #ifdef PICKING_MODE
    fragColor = v_id;
  #else
    if (v_color.a <= 0.0) discard;
    // v_color is non-premultiplied RGBA (0-1); convert to premultiplied for blending
    fragColor = vec4(v_color.rgb * v_color.a, v_color.a);
  #endif
}
`;function ed(n,a,e,t){var r,i,o=t.label,s=o===void 0?{}:o,l=(r=s.margin)!==null&&r!==void 0?r:Wt,u=(i=s.zoomToLabelSizeRatioFunction)!==null&&i!==void 0?i:function(){return 1},d=Qu(),c=(function(h){function f(){var g;K(this,f);for(var b=arguments.length,p=new Array(b),v=0;v<b;v++)p[v]=arguments[v];return g=le(this,f,[].concat(p)),A(g,"totalCount",0),A(g,"bufferCapacity",0),g}return ue(f,h),Z(f,[{key:"getDefinition",value:function(){var b=WebGL2RenderingContext,p=b.FLOAT,v=b.UNSIGNED_BYTE,m=b.TRIANGLE_STRIP;return{VERTICES:4,VERTEX_SHADER_SOURCE:d,FRAGMENT_SHADER_SOURCE:Ju,METHOD:m,UNIFORMS:["u_matrix","u_sizeRatio","u_correctionRatio","u_cameraAngle","u_resolution","u_pixelRatio","u_labelMargin","u_zoomLabelSizeRatio","u_labelPixelSnapping","u_pickingPadding","u_nodeDataTexture","u_nodeDataTextureWidth","u_nodeFrameTexture","u_nodeFrameTextureWidth"],ATTRIBUTES:[{name:"a_nodeIndex",size:1,type:p},{name:"a_id",size:4,type:v,normalized:!0},{name:"a_color",size:4,type:v,normalized:!0},{name:"a_labelWidth",size:1,type:p},{name:"a_labelHeight",size:1,type:p},{name:"a_textHeight",size:1,type:p},{name:"a_positionMode",size:1,type:p},{name:"a_labelAngle",size:1,type:p},{name:"a_padding",size:1,type:p}],CONSTANT_ATTRIBUTES:[{name:"a_quadCorner",size:2,type:p}],CONSTANT_DATA:[[-1,-1],[1,-1],[-1,1],[1,1]]}}},{key:"processLabelBackground",value:function(b,p){var v=this.floats,m=this.ints,y=b*this.STRIDE;v[y++]=p.nodeIndex,m[y++]=p.id,v[y++]=p.color,v[y++]=p.labelWidth,v[y++]=p.labelHeight,v[y++]=p.textHeight,v[y++]=p.positionMode,v[y++]=p.labelAngle,v[y++]=p.padding}},{key:"setUniforms",value:function(b,p){var v=p.gl,m=p.uniformLocations;v.uniformMatrix3fv(m.u_matrix,!1,b.matrix),v.uniform1f(m.u_sizeRatio,b.sizeRatio),v.uniform1f(m.u_correctionRatio,b.correctionRatio),v.uniform1f(m.u_cameraAngle,b.cameraAngle),v.uniform2f(m.u_resolution,b.width*b.pixelRatio,b.height*b.pixelRatio),v.uniform1f(m.u_pixelRatio,b.pixelRatio),v.uniform1f(m.u_labelMargin,f.labelMargin),v.uniform1f(m.u_zoomLabelSizeRatio,1/u(b.zoomRatio)),v.uniform1f(m.u_labelPixelSnapping,b.labelPixelSnapping),v.uniform1f(m.u_pickingPadding,b.labelPickingPadding),v.uniform1i(m.u_nodeDataTexture,b.nodeDataTextureUnit),v.uniform1i(m.u_nodeDataTextureWidth,b.nodeDataTextureWidth),v.uniform1i(m.u_nodeFrameTexture,b.nodeFrameTextureUnit),v.uniform1i(m.u_nodeFrameTextureWidth,b.nodeFrameTextureWidth)}},{key:"hasNothingToRender",value:function(){return this.totalCount===0}},{key:"drawWebGL",value:function(b,p){var v=p.gl;this.totalCount!==0&&v.drawArraysInstanced(v.TRIANGLE_STRIP,0,this.VERTICES,this.totalCount)}},{key:"reallocate",value:function(b){this.totalCount=b,b>this.bufferCapacity&&(this.bufferCapacity=Math.max(b,Math.ceil(this.bufferCapacity*1.5)||10),ve(f,"reallocate",this,3)([this.bufferCapacity]))}}])})(vt);return A(c,"labelMargin",l),new c(n,a,e)}var Be={fontSize:64,buffer:8,radius:24,cutoff:.25,maxTextureSize:2048,debounceTimeout:100},cn=2,fn=1e20;function td(n,a,e,t,r){var i=n+r*4,o=document.createElement("canvas");o.width=i,o.height=i;var s=o.getContext("2d",{willReadFrequently:!0});return s.font="".concat(t," ").concat(e," ").concat(n,"px ").concat(a),s.textBaseline="alphabetic",s.textAlign="left",s.fillStyle="black",{ctx:s,canvasSize:i,gridOuter:new Float64Array(i*i),gridInner:new Float64Array(i*i),f:new Float64Array(i),z:new Float64Array(i+1),v:new Uint16Array(i)}}function nd(n,a,e,t,r){var i=n.ctx,o=n.canvasSize,s=i.measureText(a),l=s.width,u=s.actualBoundingBoxAscent,d=s.actualBoundingBoxDescent,c=s.actualBoundingBoxLeft,h=s.actualBoundingBoxRight,f=Math.ceil(u),g=Math.ceil(c),b=Math.max(0,Math.min(o-e,Math.ceil(c)+Math.ceil(h))),p=Math.min(o-e,f+Math.ceil(d)),v=b+2*e,m=p+2*e,y=Math.max(v*m,0),x=new Uint8ClampedArray(y),_={data:x,width:v,height:m,glyphWidth:b,glyphHeight:p,glyphTop:f,glyphLeft:g,glyphAdvance:l};if(b===0||p===0)return _;var T=n.gridInner,R=n.gridOuter;i.clearRect(e,e,b,p),i.fillText(a,e+g,e+f);var S=i.getImageData(e,e,b,p);R.fill(fn,0,y),T.fill(0,0,y);for(var E=0;E<p;E++)for(var w=0;w<b;w++){var I=S.data[4*(E*b+w)+3]/255;if(I!==0){var D=(E+e)*v+w+e;if(I===1)R[D]=0,T[D]=fn;else{var k=.5-I;R[D]=k>0?k*k:0,T[D]=k<0?k*k:0}}}Mi(R,0,0,v,m,v,n.f,n.v,n.z),Mi(T,e,e,b,p,v,n.f,n.v,n.z);for(var C=0;C<y;C++){var F=Math.sqrt(R[C])-Math.sqrt(T[C]);x[C]=Math.round(255-255*(F/t+r))}return _}function Mi(n,a,e,t,r,i,o,s,l){for(var u=a;u<a+t;u++)Oi(n,e*i+u,i,r,o,s,l);for(var d=e;d<e+r;d++)Oi(n,d*i+a,1,t,o,s,l)}function Oi(n,a,e,t,r,i,o){i[0]=0,o[0]=-fn,o[1]=fn,r[0]=n[a];for(var s=1,l=0,u=0;s<t;s++){r[s]=n[a+s*e];var d=s*s;do{var c=i[l];u=(r[s]-r[c]+d-c*c)/(s-c)/2}while(u<=o[l]&&--l>-1);l++,i[l]=s,o[l]=u,o[l+1]=fn}for(var h=0,f=0;h<t;h++){for(;o[f+1]<h;)f++;var g=i[f],b=h-g;n[a+h*e]=r[g]+b*b}}var ft=(function(n){function a(){var e,t=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{};return K(this,a),e=le(this,a),A(e,"fonts",new Map),A(e,"textures",[]),A(e,"cursor",{x:0,y:0,rowHeight:0,atlasIndex:0}),A(e,"pendingGlyphs",[]),A(e,"debounceTimer",null),e.options=O(O({},Be),t),e.canvas=document.createElement("canvas"),e.canvas.width=e.options.maxTextureSize,e.canvas.height=e.options.maxTextureSize,e.ctx=e.canvas.getContext("2d",{willReadFrequently:!0}),e.measureCanvas=document.createElement("canvas"),e.measureCtx=e.measureCanvas.getContext("2d"),e.textures.push(e.ctx.getImageData(0,0,1,1)),e}return ue(a,n),Z(a,[{key:"getFontKey",value:function(t){return"".concat(t.family,"-").concat(t.weight,"-").concat(t.style)}},{key:"registerFont",value:function(t){var r=this.getFontKey(t);if(this.fonts.has(r))return r;var i=td(this.options.fontSize,t.family,t.weight,t.style,this.options.buffer);return this.fonts.set(r,{descriptor:t,generator:i,glyphs:new Map}),r}},{key:"ensureGlyphs",value:function(t,r){var i=this.fonts.get(r);if(!i)throw new Error('Font "'.concat(r,'" is not registered. Call registerFont() first.'));var o=!1,s=M(t),l;try{for(s.s();!(l=s.n()).done;){var u=l.value,d=u.codePointAt(0);d!==void 0&&(i.glyphs.has(d)||(this.pendingGlyphs.push({fontKey:r,charCode:d}),o=!0))}}catch(c){s.e(c)}finally{s.f()}o&&this.scheduleTextureGeneration()}},{key:"measureText",value:function(t,r){var i=this.fonts.get(r);if(!i)throw new Error('Font "'.concat(r,'" is not registered.'));var o=i.descriptor,s=o.family,l=o.weight,u=o.style;return this.measureCtx.font="".concat(u," ").concat(l," ").concat(this.options.fontSize,"px ").concat(s),this.measureCtx.measureText(t).width}},{key:"getGlyph",value:function(t,r){var i=this.fonts.get(r);if(i)return i.glyphs.get(t)}},{key:"getTextures",value:function(){return this.textures}},{key:"getFontCount",value:function(){return this.fonts.size}},{key:"getGlyphCount",value:function(){var t=0,r=M(this.fonts.values()),i;try{for(r.s();!(i=r.n()).done;){var o=i.value;t+=o.glyphs.size}}catch(s){r.e(s)}finally{r.f()}return t}},{key:"hasPendingGlyphs",value:function(){return this.pendingGlyphs.length>0}},{key:"flush",value:function(){this.debounceTimer&&(clearTimeout(this.debounceTimer),this.debounceTimer=null),this.generateTextures()}},{key:"destroy",value:function(){this.debounceTimer&&clearTimeout(this.debounceTimer),this.fonts.clear(),this.textures=[],this.pendingGlyphs=[],this.removeAllListeners()}},{key:"scheduleTextureGeneration",value:function(){var t=this;this.debounceTimer===null&&(this.options.debounceTimeout===null?this.generateTextures():this.debounceTimer=setTimeout(function(){t.debounceTimer=null,t.generateTextures()},this.options.debounceTimeout))}},{key:"generateTextures",value:function(){if(this.pendingGlyphs.length!==0){var t=this.options,r=t.maxTextureSize,i=t.buffer,o=t.radius,s=t.cutoff,l=M(this.pendingGlyphs),u;try{for(l.s();!(u=l.n()).done;){var d=u.value,c=d.fontKey,h=d.charCode,f=this.fonts.get(c);if(!(!f||f.glyphs.has(h))){var g=String.fromCodePoint(h),b=nd(f.generator,g,i,o,s),p=b.width,v=b.height;this.cursor.x+p+cn>r&&(this.cursor.x=0,this.cursor.y+=this.cursor.rowHeight+cn,this.cursor.rowHeight=0),this.cursor.y+v+cn>r&&(this.finalizeCurrentTexture(),this.cursor={x:0,y:0,rowHeight:0,atlasIndex:this.cursor.atlasIndex+1},this.ctx.clearRect(0,0,r,r));for(var m=b.data,y=new Uint8ClampedArray(p*v*4),x=0;x<m.length;x++){var _=x*4;y[_]=255,y[_+1]=255,y[_+2]=255,y[_+3]=m[x]}var T=new ImageData(y,p,v);this.ctx.putImageData(T,this.cursor.x,this.cursor.y);var R={charCode:h,width:b.glyphWidth,height:b.glyphHeight,bearingX:-b.glyphLeft-i,bearingY:b.glyphTop+i,advance:b.glyphAdvance,atlasX:this.cursor.x,atlasY:this.cursor.y,atlasWidth:p,atlasHeight:v,atlasIndex:this.cursor.atlasIndex};f.glyphs.set(h,R),this.cursor.x+=p+cn,this.cursor.rowHeight=Math.max(this.cursor.rowHeight,v)}}}catch(S){l.e(S)}finally{l.f()}this.finalizeCurrentTexture(),this.pendingGlyphs=[],this.emit(a.ATLAS_UPDATED_EVENT,{textures:this.textures,glyphCount:this.getGlyphCount()})}}},{key:"finalizeCurrentTexture",value:function(){var t=this.options.maxTextureSize,r=this.cursor.y>0||this.cursor.rowHeight>0,i=Math.min(t,Math.max(this.cursor.x,r?t:1)),o=Math.min(t,this.cursor.y+this.cursor.rowHeight+cn),s=this.ctx.getImageData(0,0,i,o);this.cursor.atlasIndex>=this.textures.length?this.textures.push(s):this.textures[this.cursor.atlasIndex]=s}}])})($i.EventEmitter);A(ft,"ATLAS_UPDATED_EVENT","atlasUpdated");var ad=Be.fontSize;function rd(){var n=`  // -------------------------------------------------------------------------
  // Step 3: Calculate position offset from the shared edge distance
  // -------------------------------------------------------------------------
  vec2 positionOffset = vec2(0.0);

  if (a_positionMode < 4.0) {
    vec2 screenDir = getLabelDirection(a_positionMode);
    float boundaryDistPixels = nodeRadiusPixels * edgeDist;
    positionOffset = screenDir * (boundaryDistPixels + margin);
  }`,a=`#version 300 es

// ============================================================================
// Attributes
// ============================================================================

// Per-character (instanced)
in float a_nodeIndex;        // Index into node data texture
in vec2 a_charOffset;        // Character offset from label origin (pixels)
in vec2 a_charSize;          // Character dimensions (pixels)
in vec4 a_texCoords;         // Atlas coords: (x, y, width, height) in pixels
in vec4 a_color;             // Text color (RGBA)
in float a_margin;           // Gap between node edge and label (pixels)
in float a_positionMode;     // Position: 0=right, 1=left, 2=above, 3=below, 4=over
in float a_labelWidth;       // Total label width (pixels)
in float a_labelHeight;      // Label height (pixels)
in float a_verticalCenter;   // Vertical center offset from baseline (pixels)
in float a_textHeight;       // Actual text height: maxAscent + maxDescent (pixels)
in float a_labelAngle;       // Label rotation angle (radians)

// Per-vertex (constant quad corners)
in vec2 a_quadCorner;        // Quad corner: [-1,-1], [1,-1], [-1,1], [1,1]

// ============================================================================
// Uniforms
// ============================================================================

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
uniform vec2 u_resolution;
uniform vec2 u_atlasSize;
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_nodeFrameTexture;
uniform int u_nodeFrameTextureWidth;
uniform float u_zoomLabelSizeRatio;
uniform float u_labelPixelSnapping;
uniform float u_pixelRatio;

// ============================================================================
// Varyings
// ============================================================================

out vec2 v_texCoord;
out vec4 v_color;
out float v_fontScale;

// ============================================================================
// Constants
// ============================================================================

const float bias = 255.0 / 254.0;
const float ATLAS_FONT_SIZE = `.concat(ce(ad),`;

// ============================================================================
// Helper Functions
// ============================================================================

`).concat(Ke,`
`).concat(gt,`
`).concat(Bt,`
`).concat(Zi,`

// ============================================================================
// Main
// ============================================================================

void main() {
  // -------------------------------------------------------------------------
  // Step 0: Fetch node data + shared edge distance from textures
  // -------------------------------------------------------------------------
  // Node-data texture format: vec4(x, y, size, shapeId)
  // 2D texture layout: texCoord = (index % width, index / width)
  int nodeIdx = int(a_nodeIndex);
  vec4 nodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  vec2 a_anchorPosition = nodeData.xy;
  float a_nodeSize = nodeData.z;

  // Normalized edge distance from the shared frame texture (the frame-pass ran
  // the SDF search once; the label just reads the result).
  float edgeDist = readFrameTexel(u_nodeFrameTexture, u_nodeFrameTextureWidth, nodeIdx).r;

  // Per-node label rotation alignment: 0 = viewport, 1 = label turns with camera.
  float labelRotation = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx).g;

  // Apply zoom-dependent label size scaling
  // Positional values are in CSS pixels; multiply by u_pixelRatio to convert to
  // physical pixels, which is what the NDC conversion (/ u_resolution) expects.
  float zoomScale = u_zoomLabelSizeRatio;
  float margin = a_margin * zoomScale * u_pixelRatio;
  vec2 charOffset = a_charOffset * zoomScale * u_pixelRatio;
  vec2 charSize = a_charSize * zoomScale * u_pixelRatio;
  float labelWidth = a_labelWidth * zoomScale * u_pixelRatio;
  float labelHeight = a_labelHeight * zoomScale;

  // Font scale: ratio of CSS label size to the base atlas font size.
  // Divided by u_pixelRatio because the atlas is generated at ATLAS_FONT_SIZE * pixelRatio,
  // which cancels out the u_pixelRatio in the fragment shader's gamma formula and keeps
  // the anti-aliasing band width consistent across pixel densities.
  v_fontScale = a_labelHeight * zoomScale / (ATLAS_FONT_SIZE * u_pixelRatio);

  // -------------------------------------------------------------------------
  // Step 1: Transform node position to clip space
  // -------------------------------------------------------------------------
  vec3 anchorClip = u_matrix * vec3(a_anchorPosition, 1.0);

  // -------------------------------------------------------------------------
  // Step 2: Convert node size to screen pixels
  // -------------------------------------------------------------------------
  float matrixScaleX = length(vec2(u_matrix[0][0], u_matrix[1][0]));
  float nodeRadiusGraphSpace = a_nodeSize * u_correctionRatio / u_sizeRatio * 2.0;
  float nodeRadiusNDC = nodeRadiusGraphSpace * matrixScaleX;
  float nodeRadiusPixels = nodeRadiusNDC * u_resolution.x / 2.0;

`).concat(n,`

  // -------------------------------------------------------------------------
  // Step 4: Calculate final vertex position
  // -------------------------------------------------------------------------
  vec2 cornerOffset = (a_quadCorner + 1.0) * 0.5;
  vec2 charPixelPos = positionOffset + charOffset + cornerOffset * charSize;

  // Apply text alignment based on position mode
  float verticalCenter = a_verticalCenter * zoomScale * u_pixelRatio;
  float textHeight = a_textHeight * zoomScale * u_pixelRatio;
  float baselineToDescent = textHeight / 2.0 - verticalCenter;
  float baselineToAscent = textHeight / 2.0 + verticalCenter;

  if (a_positionMode < 0.5) {
    // Right: vertically center
    charPixelPos.y += verticalCenter;
  } else if (a_positionMode < 1.5) {
    // Left: right-align and vertically center
    charPixelPos.x -= labelWidth;
    charPixelPos.y += verticalCenter;
  } else if (a_positionMode < 2.5) {
    // Above: center horizontally, bottom of text at anchor
    charPixelPos.x -= labelWidth * 0.5;
    charPixelPos.y -= baselineToDescent;
  } else if (a_positionMode < 3.5) {
    // Below: center horizontally, top of text at anchor
    charPixelPos.x -= labelWidth * 0.5;
    charPixelPos.y += baselineToAscent;
  } else {
    // Over: center both
    charPixelPos.x -= labelWidth * 0.5;
    charPixelPos.y += verticalCenter;
  }

  // Apply label angle rotation. Graph-aligned labels add the camera angle so the
  // whole label orbits the node in lockstep with the frame-pass edge distance.
  float labelAngle = a_labelAngle - labelRotation * u_cameraAngle;
  float la_c = cos(labelAngle);
  float la_s = sin(labelAngle);
  mat2 labelRotMat = mat2(la_c, -la_s, la_s, la_c);
  charPixelPos = labelRotMat * charPixelPos;

  // Snap node center to pixel grid so label/backdrop/attachment move as a unit
  vec2 nodeScreen = vec2(
    (anchorClip.x + 1.0) * u_resolution.x,
    (1.0 - anchorClip.y) * u_resolution.y
  ) * 0.5;
  charPixelPos += (round(nodeScreen) - nodeScreen) * u_labelPixelSnapping;

  // Convert to NDC (flip Y: screen Y-down -> clip Y-up)
  vec2 ndcOffset = vec2(charPixelPos.x, -charPixelPos.y) * 2.0 / u_resolution;
  gl_Position = vec4(anchorClip.xy + ndcOffset, 0.0, 1.0);

  // -------------------------------------------------------------------------
  // Step 5: Texture coordinates
  // -------------------------------------------------------------------------
  v_texCoord = (a_texCoords.xy + cornerOffset * a_texCoords.zw) / u_atlasSize;

  // -------------------------------------------------------------------------
  // Step 6: Pass color
  // -------------------------------------------------------------------------
  v_color = a_color;
  v_color.a *= bias;
}
`);return a}function id(){var n=`#version 300 es
precision highp float;

in vec2 v_texCoord;
in vec4 v_color;
in float v_fontScale;

uniform sampler2D u_atlas;
uniform float u_gamma;
uniform float u_sdfBuffer;
uniform float u_pixelRatio;

// Fragment output (single target - picking handled via separate pass)
out vec4 fragColor;

void main() {
  #ifdef PICKING_MODE
    // Labels are not pickable - discard all fragments in picking mode
    fragColor = vec4(0.0);
    discard;
  #else
    // Sample SDF value from atlas (high = inside glyph, low = outside)
    float sdfValue = texture(u_atlas, v_texCoord).a;

    // Edge threshold: 1.0 - cutoff = 0.75 for default cutoff=0.25
    // This is where the glyph edge is located in the SDF
    float edgeThreshold = 1.0 - u_sdfBuffer;

    // Gamma controls the anti-aliasing band width.
    // Scale inversely with font scale so small labels get a wider AA band
    // (smoother) and large labels get a tighter band (sharper).
    float gamma = u_gamma / (u_pixelRatio * v_fontScale);

    // Pure gamma-based anti-aliasing using smoothstep
    // The AA band extends from (threshold - gamma) to (threshold + gamma)
    float alpha = smoothstep(edgeThreshold - gamma, edgeThreshold + gamma, sdfValue);

    // Premultiplied alpha output for correct blending
    float finalAlpha = v_color.a * alpha;
    fragColor = vec4(v_color.rgb * finalAlpha, finalAlpha);
  #endif
}
`;return n}function od(){return["u_matrix","u_sizeRatio","u_correctionRatio","u_cameraAngle","u_resolution","u_atlasSize","u_atlas","u_gamma","u_sdfBuffer","u_pixelRatio","u_nodeDataTexture","u_nodeDataTextureWidth","u_nodeFrameTexture","u_nodeFrameTextureWidth","u_zoomLabelSizeRatio","u_labelPixelSnapping"]}function sd(){return{vertexShader:rd(),fragmentShader:id(),uniforms:od()}}function ld(n,a,e,t){var r,i,o=t.label,s=o===void 0?{}:o,l=(r=s.margin)!==null&&r!==void 0?r:Wt,u=(i=s.zoomToLabelSizeRatioFunction)!==null&&i!==void 0?i:function(){return 1},d=sd(),c=(function(h){function f(g,b,p){var v,m,y,x;if(K(this,f),x=le(this,f,[g,b,p]),A(x,"atlasTexture",null),A(x,"atlasNeedsUpdate",!1),A(x,"labelGlyphCache",new Map),x.atlasFontSize=Be.fontSize*dn(),x.atlasManager=new ft({fontSize:x.atlasFontSize}),x.gamma=.025,x.sdfBuffer=Be.cutoff,x.atlasTexture=g.createTexture(),!x.atlasTexture)throw new Error("NodeLabelProgram: failed to create atlas texture");g.bindTexture(g.TEXTURE_2D,x.atlasTexture),g.texParameteri(g.TEXTURE_2D,g.TEXTURE_WRAP_S,g.CLAMP_TO_EDGE),g.texParameteri(g.TEXTURE_2D,g.TEXTURE_WRAP_T,g.CLAMP_TO_EDGE),g.texParameteri(g.TEXTURE_2D,g.TEXTURE_MIN_FILTER,g.LINEAR),g.texParameteri(g.TEXTURE_2D,g.TEXTURE_MAG_FILTER,g.LINEAR),g.bindTexture(g.TEXTURE_2D,null),x.atlasManager.on(ft.ATLAS_UPDATED_EVENT,function(){x.atlasNeedsUpdate=!0});var _={family:((v=s.font)===null||v===void 0?void 0:v.family)||"sans-serif",weight:((m=s.font)===null||m===void 0?void 0:m.weight)||"normal",style:((y=s.font)===null||y===void 0?void 0:y.style)||"normal"};return x.defaultFontKey=x.atlasManager.registerFont(_),x}return ue(f,h),Z(f,[{key:"getDefinition",value:function(){var b=WebGL2RenderingContext,p=b.FLOAT,v=b.UNSIGNED_BYTE,m=b.TRIANGLE_STRIP;return{VERTICES:4,VERTEX_SHADER_SOURCE:d.vertexShader,FRAGMENT_SHADER_SOURCE:d.fragmentShader,METHOD:m,UNIFORMS:d.uniforms,ATTRIBUTES:[{name:"a_nodeIndex",size:1,type:p},{name:"a_charOffset",size:2,type:p},{name:"a_charSize",size:2,type:p},{name:"a_texCoords",size:4,type:p},{name:"a_color",size:4,type:v,normalized:!0},{name:"a_margin",size:1,type:p},{name:"a_positionMode",size:1,type:p},{name:"a_labelWidth",size:1,type:p},{name:"a_labelHeight",size:1,type:p},{name:"a_verticalCenter",size:1,type:p},{name:"a_textHeight",size:1,type:p},{name:"a_labelAngle",size:1,type:p}],CONSTANT_ATTRIBUTES:[{name:"a_quadCorner",size:2,type:p}],CONSTANT_DATA:[[-1,-1],[1,-1],[-1,1],[1,1]]}}},{key:"prepareLabelGlyphs",value:function(b,p){if(p.hidden||!p.text){this.labelGlyphCache.delete(b);return}var v=p.text,m=p.fontKey||this.defaultFontKey;this.atlasManager.ensureGlyphs(v,m);var y=[],x=[],_=0,T=0,R=0,S=M(v),E;try{for(S.s();!(E=S.n()).done;){var w=E.value,I=w.codePointAt(0);if(I===void 0){y.push(void 0),x.push(_);continue}var D=this.atlasManager.getGlyph(I,m);y.push(D),x.push(_),D&&(_+=D.advance,T=Math.max(T,D.bearingY),R=Math.max(R,D.atlasHeight-D.bearingY))}}catch(k){S.e(k)}finally{S.f()}this.labelGlyphCache.set(b,{glyphs:y,xOffsets:x,totalWidth:_,totalHeight:T+R,verticalCenterOffset:(T-R)/2})}},{key:"processCharacter",value:function(b,p,v,m){var y=this.floats,x=this.STRIDE,_=b*x,T=this.labelGlyphCache.get(p.parentKey);if(!T||!T.glyphs[m]){for(var R=0;R<x;R++)y[_+R]=0;return}var S=T.glyphs[m],E=T.xOffsets[m],w=p.size/this.atlasFontSize,I=Pe(p.color),D=_;y[D++]=p.nodeIndex,y[D++]=(E+S.bearingX)*w,y[D++]=-S.bearingY*w,y[D++]=S.atlasWidth*w,y[D++]=S.atlasHeight*w,y[D++]=S.atlasX,y[D++]=S.atlasY,y[D++]=S.atlasWidth,y[D++]=S.atlasHeight,y[D++]=I,y[D++]=p.margin,y[D++]=Ot[p.position],y[D++]=T.totalWidth*w,y[D++]=p.size,y[D++]=T.verticalCenterOffset*w,y[D++]=T.totalHeight*w,y[D++]=p.labelAngle}},{key:"processLabel",value:function(b,p,v){return this.prepareLabelGlyphs(b,v),ve(f,"processLabel",this,3)([b,p,v])}},{key:"updateAtlasTexture",value:function(){if(this.atlasNeedsUpdate){var b=this.normalProgram.gl,p=this.atlasManager.getTextures();if(p.length!==0){var v=p[0];b.bindTexture(b.TEXTURE_2D,this.atlasTexture),b.texImage2D(b.TEXTURE_2D,0,b.RGBA,v.width,v.height,0,b.RGBA,b.UNSIGNED_BYTE,v.data),b.bindTexture(b.TEXTURE_2D,null),this.atlasNeedsUpdate=!1}}}},{key:"setUniforms",value:function(b,p){var v=p.gl,m=p.uniformLocations;v.uniformMatrix3fv(m.u_matrix,!1,b.matrix),v.uniform1f(m.u_sizeRatio,b.sizeRatio),v.uniform1f(m.u_correctionRatio,b.correctionRatio),v.uniform1f(m.u_cameraAngle,b.cameraAngle),v.uniform2f(m.u_resolution,b.width*b.pixelRatio,b.height*b.pixelRatio);var y=this.atlasManager.getTextures();y.length>0?v.uniform2f(m.u_atlasSize,y[0].width,y[0].height):v.uniform2f(m.u_atlasSize,1,1),v.activeTexture(v.TEXTURE0),v.bindTexture(v.TEXTURE_2D,this.atlasTexture),v.uniform1i(m.u_atlas,0),m.u_nodeDataTexture!==void 0&&v.uniform1i(m.u_nodeDataTexture,b.nodeDataTextureUnit),m.u_nodeDataTextureWidth!==void 0&&v.uniform1i(m.u_nodeDataTextureWidth,b.nodeDataTextureWidth),v.uniform1i(m.u_nodeFrameTexture,b.nodeFrameTextureUnit),v.uniform1i(m.u_nodeFrameTextureWidth,b.nodeFrameTextureWidth),v.uniform1f(m.u_gamma,this.gamma),v.uniform1f(m.u_sdfBuffer,this.sdfBuffer),v.uniform1f(m.u_pixelRatio,b.pixelRatio),v.uniform1f(m.u_zoomLabelSizeRatio,1/f.zoomToLabelSizeRatioFunction(b.zoomRatio)),v.uniform1f(m.u_labelPixelSnapping,b.labelPixelSnapping)}},{key:"renderProgram",value:function(b,p){this.updateAtlasTexture(),this.atlasManager.hasPendingGlyphs()&&(this.atlasManager.flush(),this.updateAtlasTexture()),ve(f,"renderProgram",this,3)([b,p])}},{key:"registerFont",value:function(b){var p=arguments.length>1&&arguments[1]!==void 0?arguments[1]:"normal",v=arguments.length>2&&arguments[2]!==void 0?arguments[2]:"normal";return this.atlasManager.registerFont({family:b,weight:p,style:v})}},{key:"getAtlasManager",value:function(){return this.atlasManager}},{key:"measureLabel",value:function(b,p,v){var m=v||this.defaultFontKey;this.atlasManager.ensureGlyphs(b,m),this.atlasManager.hasPendingGlyphs()&&this.atlasManager.flush();var y=0,x=0,_=0,T=M(b),R;try{for(T.s();!(R=T.n()).done;){var S=R.value,E=S.codePointAt(0);if(E!==void 0){var w=this.atlasManager.getGlyph(E,m);w&&(y+=w.advance,x=Math.max(x,w.bearingY),_=Math.max(_,w.atlasHeight-w.bearingY))}}}catch(D){T.e(D)}finally{T.f()}var I=p/this.atlasFontSize;return{width:y*I,height:p,textHeight:(x+_)*I}}},{key:"ensureGlyphsReady",value:function(b,p){var v=p||this.defaultFontKey,m=M(b),y;try{for(m.s();!(y=m.n()).done;){var x=y.value;this.atlasManager.ensureGlyphs(x,v)}}catch(_){m.e(_)}finally{m.f()}this.atlasManager.flush()}},{key:"kill",value:function(){var b=this.normalProgram.gl;this.atlasTexture&&(b.deleteTexture(this.atlasTexture),this.atlasTexture=null),this.atlasManager.destroy(),this.labelGlyphCache.clear(),ve(f,"kill",this,3)([])}}])})(no);return A(c,"labelMargin",l),A(c,"zoomToLabelSizeRatioFunction",u),new c(n,a,e)}var ud=`#version 300 es
precision highp float;

in float v_edgeDist;

// R32F target: only the .r channel is stored.
out vec4 fragColor;

void main() {
  fragColor = vec4(v_edgeDist, 0.0, 0.0, 0.0);
}
`;function dd(n,a,e){var t=Ka(n),r=pn(n).map(function(g){return"uniform ".concat(g.type," ").concat(g.name,";")}).join(`
`),i=Iu(n,e),o=i.code,s=i.multiShape,l=Ut(n,a),u=Object.keys(l.specs).map(function(g){return"float v_".concat(g,";")}).join(`
`),d=Mt(l,{varPrefix:"nodeAttr",baseTexelExpr:"nodeIdx * u_layerAttributeTexelsPerNode",textureWidthUniform:"u_layerAttributeTextureWidth",textureSamplerUniform:"u_layerAttributeTexture"}),c=d.fetchCode,h=d.varyingAssignments,f=`#version 300 es
precision highp float;

uniform float u_cameraAngle;
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform float u_frameTextureWidth;
uniform float u_frameTextureHeight;
uniform sampler2D u_layerAttributeTexture;
uniform int u_layerAttributeTextureWidth;
uniform int u_layerAttributeTexelsPerNode;
`.concat(r,`

in float a_nodeIndex;     // node-data texture index (also the target frame texel)
in float a_positionMode;  // 0=right 1=left 2=above 3=below 4=over
in float a_labelAngle;    // intrinsic label angle (radians)

out float v_edgeDist;

// Shape attributes (plain globals: this pass is vertex-only)
`).concat(u,`

`).concat(Ke,`
`).concat(gt,`
`).concat(t,`
`).concat(o,`
`).concat(Zi,`

void main() {
  int nodeIdx = int(a_nodeIndex);
`).concat(c,`
`).concat(h,`
  `).concat(s?`// Multi-shape: the shape id lives in the node-data texture's .w channel:
  g_shapeId = int(readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx).w);`:"// Single-shape mode, shape id not needed",`

  // Per-node rotation alignment (0 = viewport, 1 = graph).
  vec4 nodeFlags = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, nodeIdx);
  float nodeRotation = nodeFlags.r;
  float labelRotation = nodeFlags.g;

  // Effective angle: intrinsic (style-given) plus the camera angle when the label
  // is graph-aligned. The companions place the box at this same angle.
  float effectiveAngle = a_labelAngle - labelRotation * u_cameraAngle;

  // The "over" mode (4) sits on the node center, so it has no edge distance.
  float edgeDist = 0.0;
  if (a_positionMode < 4.0) {
    vec2 screenDir = getLabelDirection(a_positionMode);
    // Rotate by the effective label angle. Inlined rather than via rotate2D()
    // because the shape SDFs (getShapeGLSLForShapes) already define that helper
    // for multi-shape programs, and redefining it would be a GLSL error.
    float ea_c = cos(effectiveAngle);
    float ea_s = sin(effectiveAngle);
    vec2 rotatedScreenDir = mat2(ea_c, -ea_s, ea_s, ea_c) * screenDir;
    // Screen (Y-down) -> SDF (Y-up).
    vec2 sdfDir = vec2(rotatedScreenDir.x, -rotatedScreenDir.y);
    // Counter-rotate into the shape's local frame for graph-aligned nodes, so the
    // boundary is queried against the shape's actual on-screen orientation.
    float nodeCa = -u_cameraAngle * nodeRotation;
    float nc = cos(nodeCa), ns = sin(nodeCa);
    sdfDir = mat2(nc, -ns, ns, nc) * sdfDir;
    edgeDist = findEdgeDistance(sdfDir, 1.0);
  }
  v_edgeDist = edgeDist;

  // Scatter to this node's texel center in the frame texture.
  float x = mod(a_nodeIndex, u_frameTextureWidth);
  float y = floor(a_nodeIndex / u_frameTextureWidth);
  vec2 ndc = (vec2(x, y) + 0.5) / vec2(u_frameTextureWidth, u_frameTextureHeight) * 2.0 - 1.0;
  gl_Position = vec4(ndc, 0.0, 1.0);
  gl_PointSize = 1.0;
}
`);return f}var ao=(function(){function n(a,e){K(this,n),A(this,"uniformLocations",{});var t=e.shapes,r=e.layers,i=e.shapeGlobalIds;if(t.length===0)throw new Error("NodeLabelFramePass: at least one shape must be provided");this.gl=a,this.shapeUniforms=pn(t),this.hasAttributeData=Object.keys(Ut(t,r).offsets).length>0,this.vertexShader=ja(a,dd(t,r,i)),this.fragmentShader=qa(a,ud),this.program=Ya(a,[this.vertexShader,this.fragmentShader]);var o=["u_cameraAngle","u_nodeDataTexture","u_nodeDataTextureWidth","u_frameTextureWidth","u_frameTextureHeight","u_layerAttributeTexture","u_layerAttributeTextureWidth","u_layerAttributeTexelsPerNode"].concat($(this.shapeUniforms.map(function(v){return v.name}))),s=M(o),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;this.uniformLocations[u]=a.getUniformLocation(this.program,u)}}catch(v){s.e(v)}finally{s.f()}var d=n.FLOATS_PER_POINT*4;this.vao=a.createVertexArray(),this.buffer=a.createBuffer(),a.bindVertexArray(this.vao),a.bindBuffer(a.ARRAY_BUFFER,this.buffer);var c=M([["a_nodeIndex",0],["a_positionMode",4],["a_labelAngle",8]]),h;try{for(c.s();!(h=c.n()).done;){var f=ee(h.value,2),g=f[0],b=f[1],p=a.getAttribLocation(this.program,g);p>=0&&(a.enableVertexAttribArray(p),a.vertexAttribPointer(p,1,a.FLOAT,!1,d,b))}}catch(v){c.e(v)}finally{c.f()}a.bindVertexArray(null)}return Z(n,[{key:"run",value:function(e,t,r,i,o){if(t!==0){var s=this.gl;s.useProgram(this.program),s.bindVertexArray(this.vao),s.bindBuffer(s.ARRAY_BUFFER,this.buffer),s.bufferData(s.ARRAY_BUFFER,e.subarray(0,t*n.FLOATS_PER_POINT),s.DYNAMIC_DRAW);var l=this.uniformLocations;s.uniform1f(l.u_cameraAngle,i.cameraAngle),s.uniform1i(l.u_nodeDataTexture,i.nodeDataTextureUnit),s.uniform1i(l.u_nodeDataTextureWidth,i.nodeDataTextureWidth),s.uniform1f(l.u_frameTextureWidth,r.getTextureWidth()),s.uniform1f(l.u_frameTextureHeight,r.getTextureHeight()),this.hasAttributeData&&o&&(o.bind(it),l.u_layerAttributeTexture&&s.uniform1i(l.u_layerAttributeTexture,it),l.u_layerAttributeTextureWidth&&s.uniform1i(l.u_layerAttributeTextureWidth,o.getTextureWidth()),l.u_layerAttributeTexelsPerNode&&s.uniform1i(l.u_layerAttributeTexelsPerNode,o.getTexelsPerItem()));var u=M(this.shapeUniforms),d;try{for(u.s();!(d=u.n()).done;){var c=d.value;Ja(s,this.uniformLocations[c.name],c)}}catch(h){u.e(h)}finally{u.f()}r.bindAsRenderTarget(),s.disable(s.BLEND),s.disable(s.DEPTH_TEST),s.drawArrays(s.POINTS,0,t),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindVertexArray(null)}}},{key:"kill",value:function(){var e=this.gl;e.deleteProgram(this.program),e.deleteShader(this.vertexShader),e.deleteShader(this.fragmentShader),e.deleteBuffer(this.buffer),e.deleteVertexArray(this.vao)}}])})();A(ao,"FLOATS_PER_POINT",3);function ro(n,a,e,t,r){var i,o=t.label,s=o===void 0?{}:o,l=t.shapes;if(l.length===0)throw new Error("createNodeProgram: at least one shape must be provided in 'shapes'");var u={},d=[],c;l.forEach(function(R,S){var E=Ru(R);S===0&&(c=E),u[R.name]=S,d[S]=vn(E)});var h=$(t.layers),f=Ni({shapes:l,layers:h,shapeGlobalIds:l.length>1?d:void 0,antialias:r}),g=ld(n,null,e,{label:s}),b=Zu(n,null,e,{shapes:l,layers:h,getAttributeTexture:function(){return T.getAttributeTexture()},label:s,shapeGlobalIds:l.length>1?d:void 0}),p=ed(n,a,e,{label:s}),v=t.labelAttachments&&Object.keys(t.labelAttachments).length>0?Uu(n,null,e,{label:s}):null,m=new ao(n,{shapes:l,layers:h,shapeGlobalIds:l.length>1?d:void 0}),y=ha(l,h),x=Fe(y),_=(i=(function(R){function S(E,w,I){var D;K(this,S),D=le(this,S,[E,w,I]),A(D,"layerLifecycles",new Map),A(D,"layersNeedingRegeneration",new Set),A(D,"attrDescriptors",[]),D._pickingBuffer=w;var k=_.layerTextures.get(E);k||(k=new ua(E,x),_.layerTextures.set(E,k)),D.layerAttributeTexture=k;var C=_.textureRefCounts.get(E)||0;_.textureRefCounts.set(E,C+1),D.packedAttributeData=new Float32Array(x.floatsPerItem),h.forEach(function(z,G){if(z.lifecycle){var L={gl:E,renderer:{refresh:function(){return I.refresh()}},getUniformLocation:function(H){return E.getUniformLocation(D.normalProgram.program,H)},requestShaderRegeneration:function(){D.layersNeedingRegeneration.add(G)},requestRefresh:function(){I.refresh()}},P=z.lifecycle(L);D.layerLifecycles.set(G,P)}}),D.layerLifecycles.forEach(function(z){var G;(G=z.init)===null||G===void 0||G.call(z)});var F=new Map;return D.layerLifecycles.forEach(function(z,G){z.getAttributeData&&F.set(G,z)}),D.attrDescriptors=da(y,x,F),D}return ue(S,R),Z(S,[{key:"getDefinition",value:function(){var w=WebGL2RenderingContext,I=w.FLOAT,D=w.TRIANGLE_STRIP;return{VERTICES:4,VERTEX_SHADER_SOURCE:f.vertexShader,FRAGMENT_SHADER_SOURCE:f.fragmentShader,METHOD:D,UNIFORMS:f.uniforms,ATTRIBUTES:f.attributes,CONSTANT_ATTRIBUTES:[{name:"a_quadCorner",size:2,type:I}],CONSTANT_DATA:[[-1,-1],[1,-1],[-1,1],[1,1]]}}},{key:"maybeRegenerateShaders",value:function(){var w=this;if(this.layersNeedingRegeneration.size!==0){h=h.map(function(G,L){if(w.layersNeedingRegeneration.has(L)){var P=w.layerLifecycles.get(L);if(P!=null&&P.regenerate){var N=P.regenerate();return O(O({},N),{},{lifecycle:G.lifecycle})}}return G}),this.layersNeedingRegeneration.clear(),f=Ni({shapes:l,layers:h,shapeGlobalIds:l.length>1?d:void 0,antialias:this.renderer.getSetting("antialiasNodes")});var I=this.normalProgram.gl,D=this.normalProgram,k=D.program,C=D.buffer,F=D.vertexShader,z=D.fragmentShader;I.deleteProgram(k),I.deleteBuffer(C),I.deleteShader(F),I.deleteShader(z),this.normalProgram=this.getProgramInfo("normal",I,f.vertexShader,f.fragmentShader,this._pickingBuffer)}}},{key:"allocateNode",value:function(w){this.layerAttributeTexture.allocate(w)}},{key:"freeNode",value:function(w){this.layerAttributeTexture.free(w)}},{key:"getAttributeTexture",value:function(){return this.layerAttributeTexture}},{key:"uploadLayerTexture",value:function(){this.layerAttributeTexture.upload()}},{key:"process",value:function(w,I,D,k,C){var F=I*this.STRIDE;if(D.visibility==="hidden"){for(var z=F+this.STRIDE;F<z;F++)this.floats[F]=0;this.floats[I*this.STRIDE]=Ji;return}this.processVisibleItem(Ft(w),F,D,k,C)}},{key:"processVisibleItem",value:function(w,I,D,k,C){var F,z=this.floats,G=this.ints;if(z[I++]=k,G[I++]=w,z[I++]=(F=D.opacity)!==null&&F!==void 0?F:1,x.floatsPerItem!==0){var L=this.packedAttributeData;ca(this.attrDescriptors,D,L,D.color,this.layerLifecycles,0),this.layerAttributeTexture.updateAllAttributes(C,L)}}},{key:"setUniforms",value:function(w,I){var D=this,k=I.gl,C=I.uniformLocations;C.u_matrix&&k.uniformMatrix3fv(C.u_matrix,!1,w.matrix),C.u_sizeRatio&&k.uniform1f(C.u_sizeRatio,w.sizeRatio),C.u_correctionRatio&&k.uniform1f(C.u_correctionRatio,w.correctionRatio),C.u_pickingPadding&&k.uniform1f(C.u_pickingPadding,w.nodePickingPadding),C.u_cameraAngle&&k.uniform1f(C.u_cameraAngle,w.cameraAngle),C.u_nodeDataTexture&&k.uniform1i(C.u_nodeDataTexture,w.nodeDataTextureUnit),C.u_nodeDataTextureWidth&&k.uniform1i(C.u_nodeDataTextureWidth,w.nodeDataTextureWidth),C.u_layerAttributeTexture&&(this.layerAttributeTexture.bind(it),k.uniform1i(C.u_layerAttributeTexture,it)),C.u_layerAttributeTextureWidth&&k.uniform1i(C.u_layerAttributeTextureWidth,this.layerAttributeTexture.getTextureWidth()),C.u_layerAttributeTexelsPerNode&&k.uniform1i(C.u_layerAttributeTexelsPerNode,this.layerAttributeTexture.getTexelsPerItem()),l.forEach(function(F){F.uniforms.forEach(function(z){D.setTypedUniform(z,I)})}),h.forEach(function(F){F.uniforms.forEach(function(z){D.setTypedUniform(z,I)})})}},{key:"render",value:function(w,I,D){this.maybeRegenerateShaders(),ve(S,"render",this,3)([w,I,D])}},{key:"renderProgram",value:function(w,I){var D=I.gl,k=I.program;D.useProgram(k),I===this.normalProgram&&this.layerLifecycles.forEach(function(C){var F;(F=C.beforeRender)===null||F===void 0||F.call(C)}),ve(S,"renderProgram",this,3)([w,I])}},{key:"kill",value:function(){this.layerLifecycles.forEach(function(D){var k;(k=D.kill)===null||k===void 0||k.call(D)}),this.layerLifecycles.clear();var w=this.normalProgram.gl,I=(_.textureRefCounts.get(w)||1)-1;I<=0?(this.layerAttributeTexture.kill(),_.layerTextures.delete(w),_.textureRefCounts.delete(w)):_.textureRefCounts.set(w,I),ve(S,"kill",this,3)([])}}])})(vt),A(i,"layerTextures",new WeakMap),A(i,"textureRefCounts",new WeakMap),i),T=new _(n,null,e);return{nodeProgram:T,labelProgram:g,backdropProgram:b,labelBackgroundProgram:p,attachmentProgram:v,framePass:m,shapeSlug:c,shapeNameToIndex:l.length>1?u:void 0,shapeGlobalIds:l.length>1?d:void 0}}var ot=6;function bn(n){var a=n.offsets,e=n.specs,t=n.floatsPerItem,r=Object.keys(a);if(r.length===0||t===0)return{uniformDeclarations:"",uniformNames:[],vertexVaryingDeclarations:"",fragmentVaryingDeclarations:"",fetchCode:"",varyingAssignments:""};var i=`
uniform sampler2D u_edgeAttributeTexture;
uniform int u_edgeAttributeTextureWidth;
uniform int u_edgeAttributeTexelsPerEdge;`,o=["u_edgeAttributeTexture","u_edgeAttributeTextureWidth","u_edgeAttributeTexelsPerEdge"],s=r.map(function(f){var g=e[f].size===1?"float":"vec".concat(e[f].size);return"".concat(g," v_").concat(f,";")}),l=s.map(function(f){return"out ".concat(f)}).join(`
`),u=s.map(function(f){return"in ".concat(f)}).join(`
`),d=Mt(n,{varPrefix:"attr",baseTexelExpr:"edgeIdx * u_edgeAttributeTexelsPerEdge",textureWidthUniform:"u_edgeAttributeTextureWidth",textureSamplerUniform:"u_edgeAttributeTexture"}),c=d.fetchCode,h=d.varyingAssignments;return{uniformDeclarations:i,uniformNames:o,vertexVaryingDeclarations:l,fragmentVaryingDeclarations:u,fetchCode:c,varyingAssignments:h}}function cd(n){return`
float findSourceClampT_`.concat(n,`(vec2 source, float sourceSize, int sourceShapeId, float sourceRotateAlign, vec2 target, float margin) {
  float lo = 0.0, hi = 0.5;
  float nodeExtent = sourceSize * u_correctionRatio / u_sizeRatio * 2.0;
  float effectiveSize = 1.0 - u_correctionRatio / nodeExtent;

  // Counter-rotate the query point so viewport-aligned nodes (rotateAlign=0) are
  // clamped against their on-screen orientation; graph-aligned nodes skip it.
  float ca = u_cameraAngle * (1.0 - sourceRotateAlign);
  float rc = cos(ca), rs = sin(ca);
  mat2 rot = mat2(rc, -rs, rs, rc);

  for (int i = 0; i < 12; i++) {
    float mid = (lo + hi) * 0.5;
    vec2 pos = path_`).concat(n,`_position(mid, source, target);
    vec2 localPos = rot * ((pos - source) / nodeExtent);
    float sdf = querySDF(sourceShapeId, localPos, effectiveSize);
    if (sdf < 0.0) lo = mid;
    else hi = mid;
  }

  float pathLen = path_`).concat(n,`_length(source, target);
  float marginT = (margin * u_correctionRatio / u_sizeRatio) / pathLen;
  return (lo + hi) * 0.5 + marginT;
}
`)}function hd(n){return`
float findTargetClampT_`.concat(n,`(vec2 source, vec2 target, float targetSize, int targetShapeId, float targetRotateAlign, float margin) {
  float lo = 0.5, hi = 1.0;
  float nodeExtent = targetSize * u_correctionRatio / u_sizeRatio * 2.0;
  float effectiveSize = 1.0 - u_correctionRatio / nodeExtent;

  // See findSourceClampT_ for the rotation rationale.
  float ca = u_cameraAngle * (1.0 - targetRotateAlign);
  float rc = cos(ca), rs = sin(ca);
  mat2 rot = mat2(rc, -rs, rs, rc);

  for (int i = 0; i < 12; i++) {
    float mid = (lo + hi) * 0.5;
    vec2 pos = path_`).concat(n,`_position(mid, source, target);
    vec2 localPos = rot * ((pos - target) / nodeExtent);
    float sdf = querySDF(targetShapeId, localPos, effectiveSize);
    if (sdf < 0.0) hi = mid;
    else lo = mid;
  }

  float pathLen = path_`).concat(n,`_length(source, target);
  float marginT = (margin * u_correctionRatio / u_sizeRatio) / pathLen;
  return (lo + hi) * 0.5 - marginT;
}
`)}function io(n){return`
// Auto-generated numerical tangent (from position via finite differences)
vec2 path_`.concat(n,`_tangent(float t, vec2 source, vec2 target) {
  float epsilon = 0.001;
  float t1 = max(0.0, t - epsilon);
  float t2 = min(1.0, t + epsilon);
  vec2 p1 = path_`).concat(n,`_position(t1, source, target);
  vec2 p2 = path_`).concat(n,`_position(t2, source, target);
  return normalize(p2 - p1);
}

// Auto-generated normal (perpendicular to tangent)
vec2 path_`).concat(n,`_normal(float t, vec2 source, vec2 target) {
  vec2 tangent = path_`).concat(n,`_tangent(t, source, target);
  return vec2(-tangent.y, tangent.x);
}
`)}function fd(n){return`
// Auto-generated path length (samples position 16 times)
float path_`.concat(n,`_length(vec2 source, vec2 target) {
  float len = 0.0;
  vec2 prev = path_`).concat(n,`_position(0.0, source, target);
  for (int i = 1; i <= 16; i++) {
    float t = float(i) / 16.0;
    vec2 curr = path_`).concat(n,`_position(t, source, target);
    len += length(curr - prev);
    prev = curr;
  }
  return len;
}
`)}function gd(n){return`
// Auto-generated closest_t (coarse sample + ternary search)
float path_`.concat(n,`_closest_t(vec2 p, vec2 source, vec2 target) {
  // Coarse search: find best among 10 samples
  float bestT = 0.0;
  float bestDist = 1e10;
  for (int i = 0; i <= 10; i++) {
    float t = float(i) / 10.0;
    vec2 pos = path_`).concat(n,`_position(t, source, target);
    float d = length(p - pos);
    if (d < bestDist) {
      bestDist = d;
      bestT = t;
    }
  }

  // Refine with ternary search
  float lo = max(0.0, bestT - 0.1);
  float hi = min(1.0, bestT + 0.1);
  for (int i = 0; i < 10; i++) {
    float mid1 = lo + (hi - lo) / 3.0;
    float mid2 = hi - (hi - lo) / 3.0;
    float d1 = length(p - path_`).concat(n,`_position(mid1, source, target));
    float d2 = length(p - path_`).concat(n,`_position(mid2, source, target));
    if (d1 < d2) {
      hi = mid2;
    } else {
      lo = mid1;
    }
  }
  return (lo + hi) * 0.5;
}
`)}function vd(n){return`
// Auto-generated signed distance (via closest_t + normal)
float path_`.concat(n,`_distance(vec2 p, vec2 source, vec2 target) {
  float closestT = path_`).concat(n,`_closest_t(p, source, target);
  vec2 closest = path_`).concat(n,`_position(closestT, source, target);
  vec2 diff = p - closest;
  float dist = length(diff);
  if (dist < 0.0001) return 0.0;

  // Get normal at closest point
  vec2 normal = path_`).concat(n,`_normal(closestT, source, target);
  return dist * sign(dot(diff, normal));
}
`)}function pd(n){return`
// Auto-generated t_at_distance (binary search)
float path_`.concat(n,`_t_at_distance(float targetDist, vec2 source, vec2 target) {
  if (targetDist <= 0.0) return 0.0;

  float totalLen = path_`).concat(n,`_length(source, target);
  if (targetDist >= totalLen) return 1.0;

  // Binary search for t
  float lo = 0.0, hi = 1.0;
  for (int i = 0; i < 12; i++) {
    float mid = (lo + hi) * 0.5;

    // Compute arc length from 0 to mid
    float arcLen = 0.0;
    vec2 prev = path_`).concat(n,`_position(0.0, source, target);
    for (int j = 1; j <= 8; j++) {
      float t = mid * float(j) / 8.0;
      vec2 curr = path_`).concat(n,`_position(t, source, target);
      arcLen += length(curr - prev);
      prev = curr;
    }

    if (arcLen < targetDist) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  return (lo + hi) * 0.5;
}
`)}function aa(n,a){var e=new RegExp("\\b(float|vec[234]|void|int|bool)\\s+".concat(a,"\\s*\\("));return e.test(n)}function oo(n,a){var e=[];return aa(a,"path_".concat(n,"_length"))||e.push(fd(n)),aa(a,"path_".concat(n,"_closest_t"))||e.push(gd(n)),aa(a,"path_".concat(n,"_distance"))||e.push(vd(n)),aa(a,"path_".concat(n,"_t_at_distance"))||e.push(pd(n)),e.length>0?`
// ============================================================================
// Auto-generated fallback functions (path only provided position)
// ============================================================================
`.concat(e.join(`
`)):""}function so(n){var a,e,t,r=n.paths,i=n.layers,o=(a=n.extremities)!==null&&a!==void 0?a:[];if(r.length===0)throw new Error("At least one path is required in 'paths'");if(i.length===0)throw new Error("At least one layer is required in 'layers'");var s=(e=n.defaultHead)!==null&&e!==void 0?e:"none",l=(t=n.defaultTail)!==null&&t!==void 0?t:"none";return{paths:r,extremities:o,layers:i,path:r[0],layer:i[0],defaultHead:s,defaultTail:l}}var lo=WebGL2RenderingContext,gn=lo.FLOAT,Wi=lo.UNSIGNED_BYTE;function md(n,a,e){var t=new Set(["u_matrix","u_sizeRatio","u_correctionRatio","u_zoomRatio","u_pixelRatio","u_cameraAngle","u_minEdgeThickness","u_pickingPadding","u_nodeDataTexture","u_nodeDataTextureWidth","u_edgeDataTexture","u_edgeDataTextureWidth","u_edgeFrameTexture","u_edgeFrameTextureWidth","u_edgeAttributeTexture","u_edgeAttributeTextureWidth","u_edgeAttributeTexelsPerEdge"]),r=new Set(t);return n.forEach(function(i){return i.uniforms.forEach(function(o){return r.add(o.name)})}),a.forEach(function(i){return i.uniforms.forEach(function(o){return r.add(o.name)})}),e.forEach(function(i){return i.uniforms.forEach(function(o){return r.add(o.name)})}),Array.from(r)}function er(n){var a=new Set,e=[],t=M(n),r;try{for(t.s();!(r=t.n()).done;){var i=r.value;a.has(i.name)||(a.add(i.name),e.push("// Path: ".concat(i.name)),e.push(i.glsl),e.push(io(i.name)),e.push(oo(i.name,i.glsl)))}}catch(o){t.e(o)}finally{t.f()}return e.join(`

`)}function bd(n){var a=[],e=M(n),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;a.push("// Extremity: ".concat(r.name)),a.push(r.glsl)}}catch(i){e.e(i)}finally{e.f()}return a.join(`

`)}var yd=[{queryName:"queryPathPosition",pathFunc:"position",returnType:"vec2",params:"float t, vec2 source, vec2 target",args:"t, source, target"},{queryName:"queryPathTangent",pathFunc:"tangent",returnType:"vec2",params:"float t, vec2 source, vec2 target",args:"t, source, target"},{queryName:"queryPathNormal",pathFunc:"normal",returnType:"vec2",params:"float t, vec2 source, vec2 target",args:"t, source, target"},{queryName:"queryPathLength",pathFunc:"length",returnType:"float",params:"vec2 source, vec2 target",args:"source, target"},{queryName:"queryPathClosestT",pathFunc:"closest_t",returnType:"float",params:"vec2 p, vec2 source, vec2 target",args:"p, source, target"}];function _d(n,a){var e=a.queryName,t=a.pathFunc,r=a.returnType,i=a.params,o=a.args;if(n.length===1)return"".concat(r," ").concat(e,"(int pathId, ").concat(i,`) {
  return path_`).concat(n[0].name,"_").concat(t,"(").concat(o,`);
}`);var s=n.map(function(l,u){return"    case ".concat(u,": return path_").concat(l.name,"_").concat(t,"(").concat(o,");")}).join(`
`);return"".concat(r," ").concat(e,"(int pathId, ").concat(i,`) {
  switch (pathId) {
`).concat(s,`
    default: return path_`).concat(n[0].name,"_").concat(t,"(").concat(o,`);
  }
}`)}function tr(n){return yd.map(function(a){return _d(n,a)}).join(`

`)}function xd(n){if(n.length===1)return`float queryExtremitySDF(int extremityId, vec2 uv, float lengthRatio, float widthRatio) {
  return extremity_`.concat(n[0].name,`(uv, lengthRatio, widthRatio);
}`);var a=n.map(function(e,t){return"    case ".concat(t,": return extremity_").concat(e.name,"(uv, lengthRatio, widthRatio);")}).join(`
`);return`float queryExtremitySDF(int extremityId, vec2 uv, float lengthRatio, float widthRatio) {
  switch (extremityId) {
`.concat(a,`
    default: return extremity_`).concat(n[0].name,`(uv, lengthRatio, widthRatio);
  }
}`)}function Td(n){var a=[],e=M(n),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;a.push(cd(r.name)),a.push(hd(r.name))}}catch(s){e.e(s)}finally{e.f()}if(n.length===1)a.push(`
float queryFindSourceClampT(int pathId, vec2 source, float sourceSize, int sourceShapeId, float sourceRotateAlign, vec2 target, float margin) {
  return findSourceClampT_`.concat(n[0].name,`(source, sourceSize, sourceShapeId, sourceRotateAlign, target, margin);
}

float queryFindTargetClampT(int pathId, vec2 source, vec2 target, float targetSize, int targetShapeId, float targetRotateAlign, float margin) {
  return findTargetClampT_`).concat(n[0].name,`(source, target, targetSize, targetShapeId, targetRotateAlign, margin);
}`));else{var i=n.map(function(s,l){return"    case ".concat(l,": return findSourceClampT_").concat(s.name,"(source, sourceSize, sourceShapeId, sourceRotateAlign, target, margin);")}).join(`
`),o=n.map(function(s,l){return"    case ".concat(l,": return findTargetClampT_").concat(s.name,"(source, target, targetSize, targetShapeId, targetRotateAlign, margin);")}).join(`
`);a.push(`
float queryFindSourceClampT(int pathId, vec2 source, float sourceSize, int sourceShapeId, float sourceRotateAlign, vec2 target, float margin) {
  switch (pathId) {
`.concat(i,`
    default: return findSourceClampT_`).concat(n[0].name,`(source, sourceSize, sourceShapeId, sourceRotateAlign, target, margin);
  }
}

float queryFindTargetClampT(int pathId, vec2 source, vec2 target, float targetSize, int targetShapeId, float targetRotateAlign, float margin) {
  switch (pathId) {
`).concat(o,`
    default: return findTargetClampT_`).concat(n[0].name,`(source, target, targetSize, targetShapeId, targetRotateAlign, margin);
  }
}`))}return a.join(`

`)}function Ed(n,a,e,t,r){var i=Fe([].concat($(n),$(e))),o=bn(i),s=Ut(t,r),l=Object.keys(s.offsets),u=function(R){var S=s.specs[R].size;return S===1?"float":"vec".concat(S)},d=l.map(function(T){return"".concat(u(T)," v_source_").concat(T,`;
`).concat(u(T)," v_target_").concat(T,";")}).join(`
`),c=Mt(s,{varPrefix:"srcNodeAttr",baseTexelExpr:"srcIdx * u_layerAttributeTexelsPerNode",textureWidthUniform:"u_layerAttributeTextureWidth",textureSamplerUniform:"u_layerAttributeTexture",outputPrefix:"v_source_"}),h=Mt(s,{varPrefix:"tgtNodeAttr",baseTexelExpr:"tgtIdx * u_layerAttributeTexelsPerNode",textureWidthUniform:"u_layerAttributeTextureWidth",textureSamplerUniform:"u_layerAttributeTexture",outputPrefix:"v_target_"}),f=l.map(function(T){return"".concat(u(T)," g_").concat(T,";")}).join(`
`),g=l.map(function(T){return"  g_".concat(T," = v_source_").concat(T,";")}).join(`
`),b=l.map(function(T){return"  g_".concat(T," = v_target_").concat(T,";")}).join(`
`),p=new Set,v=[],m=function(R){p.has(R.name)||(p.add(R.name),v.push("uniform ".concat(R.type," ").concat(R.name,";")))};n.forEach(function(T){return T.uniforms.forEach(m)}),a.forEach(function(T){return T.uniforms.forEach(m)});var y=a.map(function(T){return ce(T.widthFactor)}).join(", "),x=Math.max.apply(Math,$(n.map(function(T){return T.minBodyLengthRatio||0}))),_=`#version 300 es

// Node and edge data textures
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_edgeDataTexture;
uniform int u_edgeDataTextureWidth;

// Edge attribute texture (for path-specific attributes like curvature)
`.concat(o.uniformDeclarations,`

// Node attribute texture (for node shape attributes)
uniform sampler2D u_layerAttributeTexture;
uniform int u_layerAttributeTextureWidth;
uniform int u_layerAttributeTexelsPerNode;

// Render params needed for clamping
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
uniform float u_minEdgeThickness;

// Edge-frame texture dimensions, for scattering each point to its texel
uniform float u_frameTextureWidth;
uniform float u_frameTextureHeight;

// Custom path/extremity uniforms
`).concat(v.join(`
`),`

// Path attribute varyings \u2014 assigned so path functions can read them as globals
`).concat(o.vertexVaryingDeclarations,`

// Node size varyings \u2014 read by path functions like loop
out float v_sourceNodeSize;
out float v_targetNodeSize;

// Node shape attributes per endpoint, and the ones querySDF reads
`).concat(d,`
`).concat(f,`

// Scattered output written to the edge-frame texel: [tStart, tEnd, straightenFactor, pathLength]
out vec4 v_clamp;

// Extremity width factor array (needed for extremityScale computation)
const float EXTREMITY_WIDTH_FACTORS[`).concat(a.length,"] = float[](").concat(y,`);

// Node-data fetch helpers (geometry texel + rotation-flags texel)
`).concat(Ke,`
`).concat(gt,`

// Shape SDFs for node boundary clamping
`).concat(Au(),`
`).concat(Du(new Set(l)),`

// Path functions
`).concat(er(n),`
`).concat(tr(n),`
`).concat(Td(n),`

void main() {
  // One point per edge-data row; the row index is the edge-frame texel target.
  int edgeIdx = gl_VertexID;
  int texel0Idx = edgeIdx * 2;
  int texel1Idx = edgeIdx * 2 + 1;
  ivec2 edgeTexCoord0 = ivec2(texel0Idx % u_edgeDataTextureWidth, texel0Idx / u_edgeDataTextureWidth);
  ivec2 edgeTexCoord1 = ivec2(texel1Idx % u_edgeDataTextureWidth, texel1Idx / u_edgeDataTextureWidth);
  vec4 edgeData0 = texelFetch(u_edgeDataTexture, edgeTexCoord0, 0);
  vec4 edgeData1 = texelFetch(u_edgeDataTexture, edgeTexCoord1, 0);

  int srcIdx = int(edgeData0.x);
  int tgtIdx = int(edgeData0.y);
  float a_thickness = edgeData0.z;
  float a_headLengthRatio = edgeData1.x;
  float a_tailLengthRatio = edgeData1.y;
  int pathId = int(edgeData1.z);
  int extremityPacked = int(edgeData1.w);
  int headId = extremityPacked >> 4;
  int tailId = extremityPacked & 15;

  // Fetch path/layer attributes and assign to path-function globals
`).concat(o.fetchCode,`
`).concat(o.varyingAssignments,`

  // Fetch node shape attributes for both endpoints
`).concat(c.fetchCode,`
`).concat(c.varyingAssignments,`
`).concat(h.fetchCode,`
`).concat(h.varyingAssignments,`

  // Fetch node geometry (texel 0) and rotation flags (texel 1).
  vec4 srcNodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, srcIdx);
  vec4 tgtNodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, tgtIdx);

  vec2 a_source = srcNodeData.xy;
  vec2 a_target = tgtNodeData.xy;
  float a_sourceSize = srcNodeData.z;
  float a_targetSize = tgtNodeData.z;
  float a_sourceShapeId = srcNodeData.w;
  float a_targetShapeId = tgtNodeData.w;
  // Per-node rotation alignment (0 = viewport, 1 = graph), for boundary clamping.
  float a_sourceRotateAlign = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, srcIdx).r;
  float a_targetRotateAlign = readNodeFlags(u_nodeDataTexture, u_nodeDataTextureWidth, tgtIdx).r;

  v_sourceNodeSize = a_sourceSize;
  v_targetNodeSize = a_targetSize;

  float headLengthRatio = a_headLengthRatio;
  float tailLengthRatio = a_tailLengthRatio;
  float headWidthFactor = EXTREMITY_WIDTH_FACTORS[headId];
  float tailWidthFactor = EXTREMITY_WIDTH_FACTORS[tailId];
  float minBodyLengthRatio = `).concat(ce(x),`;

  // Thickness in WebGL units (needed to compute clamping margin and extremity lengths)
  float pixelsThickness = max(a_thickness, u_minEdgeThickness * u_sizeRatio);
  float webGLThickness = pixelsThickness * u_correctionRatio / u_sizeRatio;

  // SDF clamping: find where the edge body meets the node boundaries. Always
  // searched (ungated) so labels get a true boundary clamp; the body re-applies
  // its extremity gating in-shader.
`).concat(g,`
  float tStart = queryFindSourceClampT(pathId, a_source, a_sourceSize, int(a_sourceShapeId), a_sourceRotateAlign, a_target, 0.0);
`).concat(b,`
  float tEnd = queryFindTargetClampT(pathId, a_source, a_target, a_targetSize, int(a_targetShapeId), a_targetRotateAlign, 0.0);

  // straightenFactor (frame .z) is consumed only by the body, which runs to the
  // node center when an extremity is absent. Derive the straightening math from
  // these gated clamps \u2014 not the ungated boundary ones above \u2014 so it matches the
  // geometry it drives. The ungated tStart/tEnd remain what labels read.
  float bodyTStart = tailLengthRatio > 0.0 ? tStart : 0.0;
  float bodyTEnd = headLengthRatio > 0.0 ? tEnd : 1.0;

  // Path length and zone boundaries (needed for straightening check)
  float pathLength = queryPathLength(pathId, a_source, a_target);
  float visibleLength = pathLength * (bodyTEnd - bodyTStart);

  float headLength = headLengthRatio * webGLThickness;
  float tailLength = tailLengthRatio * webGLThickness;
  float minBodyLength = minBodyLengthRatio * webGLThickness;

  float totalNeededLength = headLength + tailLength + minBodyLength;
  float extremityScale = 1.0;
  if (totalNeededLength > visibleLength && totalNeededLength > 0.0001) {
    extremityScale = visibleLength / totalNeededLength;
    headLength *= extremityScale;
    tailLength *= extremityScale;
  }

  float headLengthT = pathLength > 0.0001 ? headLength / pathLength : 0.0;
  float tailLengthT = pathLength > 0.0001 ? tailLength / pathLength : 0.0;

  float tTailEnd = bodyTStart + tailLengthT;
  float tHeadStart = bodyTEnd - headLengthT;
  if (tTailEnd > tHeadStart) {
    float mid = (bodyTStart + bodyTEnd) * 0.5;
    tTailEnd = mid;
    tHeadStart = mid;
  }

  // Straighten factor: blend toward straight line when path twists in extremity zones
  float straightenFactor = 0.0;
  {
    float maxDeviation = 0.0;
    if (tailLengthT > 0.0001) {
      vec2 tailTang = queryPathTangent(pathId, tTailEnd, a_source, a_target);
      vec2 tailChord = queryPathPosition(pathId, bodyTStart, a_source, a_target)
                     - queryPathPosition(pathId, tTailEnd, a_source, a_target);
      float tailChordLen = length(tailChord);
      if (tailChordLen > 0.0001) {
        maxDeviation = max(maxDeviation, 1.0 - dot(-tailTang, tailChord / tailChordLen));
      }
    }
    if (headLengthT > 0.0001) {
      vec2 headTang = queryPathTangent(pathId, tHeadStart, a_source, a_target);
      vec2 headChord = queryPathPosition(pathId, bodyTEnd, a_source, a_target)
                     - queryPathPosition(pathId, tHeadStart, a_source, a_target);
      float headChordLen = length(headChord);
      if (headChordLen > 0.0001) {
        maxDeviation = max(maxDeviation, 1.0 - dot(headTang, headChord / headChordLen));
      }
    }
    straightenFactor = smoothstep(0.035, 0.5, maxDeviation);
  }

  // When straightening, blend the ungated tStart/tEnd (the label-facing clamps)
  // toward straight-line clamp positions.
  if (straightenFactor > 0.001) {
    if (tailLengthRatio > 0.0) {
`).concat(g,`
      float srcExtent = a_sourceSize * u_correctionRatio / u_sizeRatio * 2.0;
      float srcEffective = 1.0 - u_correctionRatio / srcExtent;
      float srcCa = u_cameraAngle * (1.0 - a_sourceRotateAlign);
      mat2 srcRot = mat2(cos(srcCa), -sin(srcCa), sin(srcCa), cos(srcCa));
      float lo = 0.0, hi = 0.5;
      for (int i = 0; i < 12; i++) {
        float mid = (lo + hi) * 0.5;
        vec2 pos = mix(a_source, a_target, mid);
        vec2 localPos = srcRot * ((pos - a_source) / srcExtent);
        float sdf = querySDF(int(a_sourceShapeId), localPos, srcEffective);
        if (sdf < 0.0) lo = mid; else hi = mid;
      }
      tStart = mix(tStart, (lo + hi) * 0.5, straightenFactor);
    }
    if (headLengthRatio > 0.0) {
`).concat(b,`
      float tgtExtent = a_targetSize * u_correctionRatio / u_sizeRatio * 2.0;
      float tgtEffective = 1.0 - u_correctionRatio / tgtExtent;
      float tgtCa = u_cameraAngle * (1.0 - a_targetRotateAlign);
      mat2 tgtRot = mat2(cos(tgtCa), -sin(tgtCa), sin(tgtCa), cos(tgtCa));
      float lo = 0.5, hi = 1.0;
      for (int i = 0; i < 12; i++) {
        float mid = (lo + hi) * 0.5;
        vec2 pos = mix(a_source, a_target, mid);
        vec2 localPos = tgtRot * ((pos - a_target) / tgtExtent);
        float sdf = querySDF(int(a_targetShapeId), localPos, tgtEffective);
        if (sdf < 0.0) hi = mid; else lo = mid;
      }
      tEnd = mix(tEnd, (lo + hi) * 0.5, straightenFactor);
    }
  }

  v_clamp = vec4(tStart, tEnd, straightenFactor, pathLength);

  // Scatter this point to its edge's texel center in the frame texture.
  float x = mod(float(edgeIdx), u_frameTextureWidth);
  float y = floor(float(edgeIdx) / u_frameTextureWidth);
  vec2 ndc = (vec2(x, y) + 0.5) / vec2(u_frameTextureWidth, u_frameTextureHeight) * 2.0 - 1.0;
  gl_Position = vec4(ndc, 0.0, 1.0);
  gl_PointSize = 1.0;
}
`);return _}var ra=0,Bi=1,ia=2;function Sd(n,a,e){var t=[];e&&(t.push([ra,0,-1],[ra,0,1]),t.push([ra,1,-1],[ra,1,1]));for(var r=0;r<=n;r++){var i=r/n;t.push([Bi,i,-1],[Bi,i,1])}return a&&(t.push([ia,0,-1],[ia,0,1]),t.push([ia,1,-1],[ia,1,1])),{data:t,attributes:[{name:"a_zone",size:1,type:gn},{name:"a_zoneT",size:1,type:gn},{name:"a_side",size:1,type:gn}],verticesPerEdge:t.length}}function Rd(n,a,e,t){var r=Fe([].concat($(n),$(e))),i=bn(r),o=new Set(["u_matrix","u_sizeRatio","u_correctionRatio","u_zoomRatio","u_pixelRatio","u_cameraAngle","u_minEdgeThickness","u_pickingPadding","u_nodeDataTexture"]),s=new Set,l=[],u=function(v){!o.has(v.name)&&!s.has(v.name)&&(s.add(v.name),l.push("uniform ".concat(v.type," ").concat(v.name,";")))};n.forEach(function(p){return p.uniforms.forEach(u)}),a.forEach(function(p){return p.uniforms.forEach(u)}),e.forEach(function(p){return p.uniforms.forEach(u)});var d=t.map(function(p){var v=p.size===1?"float":"vec".concat(p.size);return"in ".concat(v," ").concat(p.name,";")}).join(`
`),c=a.map(function(p){return ce(p.widthFactor)}).join(", "),h=Math.max.apply(Math,$(n.map(function(p){return p.minBodyLengthRatio||0}))),f=e.some(function(p){return p.needsNodeColors}),g=n.some(function(p){return p.needsNodeSize}),b=`#version 300 es

// Constant attributes (per vertex)
`.concat(d,`

// Per-edge attributes
// Edge data (source/target indices, thickness, extremity ratios, path/extremity IDs)
// is fetched from edge data texture via edge index
in float a_edgeIndex;   // Index into edge data texture
in vec4 a_color;        // Edge color
in vec4 a_id;           // Edge ID for picking
in float a_opacity;     // Edge opacity

// Standard uniforms
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_zoomRatio;
uniform float u_pixelRatio;
uniform float u_cameraAngle;
uniform float u_minEdgeThickness;
#ifdef PICKING_MODE
uniform float u_pickingPadding;
#endif
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_edgeDataTexture;
uniform int u_edgeDataTextureWidth;
uniform sampler2D u_edgeFrameTexture;
uniform int u_edgeFrameTextureWidth;

// Edge path attribute texture uniforms
`).concat(i.uniformDeclarations,`

// Custom uniforms
`).concat(l.join(`
`),`

// Standard varyings
out vec4 v_color;
out float v_opacity;
out vec4 v_id;
out float v_thickness;       // Edge body thickness (in consistent units)
out float v_t;
out float v_tStart;
out float v_tEnd;
out float v_side;
out float v_antialiasingWidth;  // Anti-aliasing width (normalized: u_correctionRatio / thickness)
out vec2 v_source;
out vec2 v_target;
out float v_edgeLength;
`).concat(g?`
out float v_sourceNodeSize;  // Source node size (mirrored in labels/generator.ts as plain float)
out float v_targetNodeSize;  // Target node size (mirrored in labels/generator.ts as plain float)`:"",`
`).concat(f?`
out vec4 v_sourceColor;
out vec4 v_targetColor;`:"",`
// Zone varyings
out float v_zone;            // 0=tail, 1=body, 2=head
out float v_zoneT;           // Position within zone [0,1]
out float v_headLengthRatio; // Head length as ratio of thickness
out float v_tailLengthRatio; // Tail length as ratio of thickness
out float v_headWidthRatio;  // Head width factor
out float v_tailWidthRatio;  // Tail width factor

// Multi-path/extremity varyings
flat out int v_pathId;
flat out int v_headId;
flat out int v_tailId;

// Path/layer attribute varyings (fetched from edge attribute texture)
`).concat(i.vertexVaryingDeclarations,`

const float bias = 255.0 / 254.0;

// Width factor array for extremities (shared pool for head/tail)
const float EXTREMITY_WIDTH_FACTORS[`).concat(a.length,"] = float[](").concat(c,`);

// All path functions
`).concat(er(n),`

// Path selector functions
`).concat(tr(n),`

// Node-data fetch helper (geometry texel of the two-texel node stride)
`).concat(Ke,`
`).concat(f?Fu:"",`
// Per-edge clamp from the frame-pass (tStart, tEnd, straightenFactor, pathLength)
`).concat(Bt,`

void main() {
  // Fetch edge data from edge texture (2 texels per edge)
  // Texel 0: sourceNodeIndex, targetNodeIndex, thickness, reserved
  // Texel 1: headLengthRatio, tailLengthRatio, pathId, (headId << 4) | tailId
  int edgeIdx = int(a_edgeIndex);

  // Hidden edges are flagged with a negative row by EdgeProgram.process(). Push
  // the whole primitive outside the clip volume: every vertex lands at the same
  // out-of-range position, so it is fully clipped and rasterizes nothing \u2014
  // neither to the frame buffer nor to the picking buffer.
  if (edgeIdx < 0) {
    gl_Position = vec4(2.0, 0.0, 0.0, 1.0);
    v_color = vec4(0.0);
    v_id = vec4(0.0);
    return;
  }

  int texel0Idx = edgeIdx * 2;
  int texel1Idx = edgeIdx * 2 + 1;
  ivec2 edgeTexCoord0 = ivec2(texel0Idx % u_edgeDataTextureWidth, texel0Idx / u_edgeDataTextureWidth);
  ivec2 edgeTexCoord1 = ivec2(texel1Idx % u_edgeDataTextureWidth, texel1Idx / u_edgeDataTextureWidth);
  vec4 edgeData0 = texelFetch(u_edgeDataTexture, edgeTexCoord0, 0);
  vec4 edgeData1 = texelFetch(u_edgeDataTexture, edgeTexCoord1, 0);

  // Unpack edge data
  int srcIdx = int(edgeData0.x);
  int tgtIdx = int(edgeData0.y);
  float a_thickness = edgeData0.z;
  // edgeData0.w is now reserved (curvature moved to path attribute texture)
  float a_headLengthRatio = edgeData1.x;
  float a_tailLengthRatio = edgeData1.y;
  int pathId = int(edgeData1.z);
  int extremityPacked = int(edgeData1.w);
  int headId = extremityPacked >> 4;
  int tailId = extremityPacked & 15;

  // Fetch path/layer attributes from edge attribute texture
`).concat(i.fetchCode,`

  // Assign path/layer attribute varyings
`).concat(i.varyingAssignments,`

  // Fetch source and target node geometry (texel 0 of the two-texel node stride)
  vec4 srcNodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, srcIdx);
  vec4 tgtNodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, tgtIdx);

  vec2 a_source = srcNodeData.xy;
  vec2 a_target = tgtNodeData.xy;
`).concat(g?`
  // Assign node size varyings early (path functions like loops need them during clamping)
  v_sourceNodeSize = srcNodeData.z;
  v_targetNodeSize = tgtNodeData.z;`:"",`
`).concat(f?`
  v_sourceColor = readNodeColor(u_nodeDataTexture, u_nodeDataTextureWidth, srcIdx);
  v_targetColor = readNodeColor(u_nodeDataTexture, u_nodeDataTextureWidth, tgtIdx);`:"",`

  // Convert thickness to WebGL units
  float minThickness = u_minEdgeThickness;
  float pixelsThickness = max(a_thickness, minThickness * u_sizeRatio);
  float webGLThickness = pixelsThickness * u_correctionRatio / u_sizeRatio;

  // Extremity parameters from ID lookups (shared pool)
  float headLengthRatio = a_headLengthRatio;
  float tailLengthRatio = a_tailLengthRatio;
  float headWidthFactor = EXTREMITY_WIDTH_FACTORS[headId];
  float tailWidthFactor = EXTREMITY_WIDTH_FACTORS[tailId];
  float minBodyLengthRatio = `).concat(ce(h),`;

  // Per-edge values from the frame-pass texture (read by edge index).
  // tStart/tEnd are the ungated boundary clamps: re-apply the body's extremity
  // gating here (no extremity \u2192 body runs to the node center, 0/1).
  vec4 frameClamp = readFrameTexel(u_edgeFrameTexture, u_edgeFrameTextureWidth, edgeIdx);
  float tStart           = a_tailLengthRatio > 0.0 ? frameClamp.x : 0.0;
  float tEnd             = a_headLengthRatio > 0.0 ? frameClamp.y : 1.0;
  float straightenFactor = frameClamp.z;
  float pathLength       = frameClamp.w;

  // Anti-aliasing width (~1 pixel, normalized by thickness)
  float antialiasingWidth = u_correctionRatio / webGLThickness;

  float visibleLength = pathLength * (tEnd - tStart);

  // Compute extremity lengths in world units
  float headLength = headLengthRatio * webGLThickness;
  float tailLength = tailLengthRatio * webGLThickness;
  float minBodyLength = minBodyLengthRatio * webGLThickness;

  // Handle short edges: scale down extremities if needed
  float totalNeededLength = headLength + tailLength + minBodyLength;
  float extremityScale = 1.0;
  if (totalNeededLength > visibleLength && totalNeededLength > 0.0001) {
    extremityScale = visibleLength / totalNeededLength;
    headLength *= extremityScale;
    tailLength *= extremityScale;
  }

  // Convert lengths to t-values
  float headLengthT = pathLength > 0.0001 ? headLength / pathLength : 0.0;
  float tailLengthT = pathLength > 0.0001 ? tailLength / pathLength : 0.0;

  // Zone boundaries in t-space
  float tTailEnd = tStart + tailLengthT;
  float tHeadStart = tEnd - headLengthT;

  // Ensure body has non-negative length
  if (tTailEnd > tHeadStart) {
    float mid = (tStart + tEnd) * 0.5;
    tTailEnd = mid;
    tHeadStart = mid;
  }

  // Convert to webGL units for geometry expansion
  float aaWidthWebGL = antialiasingWidth * webGLThickness;

  // Extra geometry width for picking padding (0 in visual mode)
  #ifdef PICKING_MODE
    float pickingPaddingWebGL = u_pickingPadding * u_correctionRatio;
  #else
    float pickingPaddingWebGL = 0.0;
  #endif

  // Straight-line direction and normal (for blending when straightenFactor > 0)
  vec2 straightDir = length(a_target - a_source) > 0.0001
    ? normalize(a_target - a_source) : vec2(1.0, 0.0);
  vec2 straightNormal = vec2(-straightDir.y, straightDir.x);

  // Zone-based vertex processing using path selectors
  vec2 position;
  vec2 normal;
  float t;
  float zone = a_zone;
  float zoneT = a_zoneT;
  float side = a_side;

  // Scaled extremity width factors (geometry must be at least as wide as body)
  float scaledTailWidth = max(tailWidthFactor * extremityScale, 1.0);
  float scaledHeadWidth = max(headWidthFactor * extremityScale, 1.0);

  if (zone < 0.5) {
    // TAIL ZONE: rectangular quad with scaled width
    vec2 tang = queryPathTangent(pathId, tTailEnd, a_source, a_target);
    normal = vec2(-tang.y, tang.x);
    vec2 centerPos = mix(queryPathPosition(pathId, tStart, a_source, a_target),
                         queryPathPosition(pathId, tTailEnd, a_source, a_target), zoneT);
    float halfWidth = webGLThickness * scaledTailWidth * 0.5 + aaWidthWebGL + pickingPaddingWebGL;
    position = centerPos + normal * side * halfWidth;
    t = mix(tStart, tTailEnd, zoneT);

  } else if (zone < 1.5) {
    // BODY ZONE: follows path curvature with width = 1.0
    t = mix(tTailEnd, tHeadStart, zoneT);
    normal = queryPathNormal(pathId, t, a_source, a_target);
    float halfWidth = webGLThickness * 0.5 + aaWidthWebGL + pickingPaddingWebGL;
    position = queryPathPosition(pathId, t, a_source, a_target) + normal * side * halfWidth;

  } else {
    // HEAD ZONE: rectangular quad with scaled width
    vec2 tang = queryPathTangent(pathId, tHeadStart, a_source, a_target);
    normal = vec2(-tang.y, tang.x);
    vec2 centerPos = mix(queryPathPosition(pathId, tHeadStart, a_source, a_target),
                         queryPathPosition(pathId, tEnd, a_source, a_target), zoneT);
    float halfWidth = webGLThickness * scaledHeadWidth * 0.5 + aaWidthWebGL + pickingPaddingWebGL;
    position = centerPos + normal * side * halfWidth;
    t = mix(tHeadStart, tEnd, zoneT);
  }

  // Blend toward straight line based on path twist in extremity zones
  if (straightenFactor > 0.001) {
    float zoneWidth = zone < 0.5 ? webGLThickness * scaledTailWidth * 0.5 + aaWidthWebGL + pickingPaddingWebGL :
                      zone < 1.5 ? webGLThickness * 0.5 + aaWidthWebGL + pickingPaddingWebGL :
                      webGLThickness * scaledHeadWidth * 0.5 + aaWidthWebGL + pickingPaddingWebGL;
    vec2 straightPos = mix(a_source, a_target, t) + straightNormal * side * zoneWidth;
    position = mix(position, straightPos, straightenFactor);
  }

  gl_Position = vec4((u_matrix * vec3(position, 1.0)).xy, 0.0, 1.0);

  // Pass varyings to fragment shader
  v_color = a_color;
  v_color.a *= bias;
  v_opacity = a_opacity;
  v_id = a_id;
  v_thickness = webGLThickness;
  v_t = t;
  v_tStart = tStart;
  v_tEnd = tEnd;
  v_side = side;
  v_antialiasingWidth = antialiasingWidth;
  v_source = a_source;
  v_target = a_target;
  v_edgeLength = pathLength;

  // Zone varyings
  v_zone = zone;
  v_zoneT = zoneT;
  v_headLengthRatio = headLengthRatio * extremityScale;
  v_tailLengthRatio = tailLengthRatio * extremityScale;
  // Scale extremity width proportionally with length when crushed
  v_headWidthRatio = headWidthFactor * extremityScale;
  v_tailWidthRatio = tailWidthFactor * extremityScale;

  // Multi-path varyings
  v_pathId = pathId;
  v_headId = headId;
  v_tailId = tailId;
}
`);return b}function Ad(n,a,e,t){var r=Fe([].concat($(n),$(e))),i=bn(r),o=new Set(["u_matrix","u_sizeRatio","u_correctionRatio","u_zoomRatio","u_pixelRatio","u_cameraAngle","u_minEdgeThickness","u_pickingPadding"]),s=new Set,l=[],u=function(m){!o.has(m.name)&&!s.has(m.name)&&(s.add(m.name),l.push("uniform ".concat(m.type," ").concat(m.name,";")))};n.forEach(function(v){return v.uniforms.forEach(u)}),a.forEach(function(v){return v.uniforms.forEach(u)}),e.forEach(function(v){return v.uniforms.forEach(u)});var d=a.map(function(v){var m;return ce((m=v.baseRatio)!==null&&m!==void 0?m:.5)}).join(", "),c=function(m){var y,x;return a.length>1?"EXTREMITY_BASE_RATIOS[".concat(m,"]"):ce((y=(x=a[0])===null||x===void 0?void 0:x.baseRatio)!==null&&y!==void 0?y:.5)},h=a.some(function(v){return Ne(v.length)?!0:v.length>0}),f=e.some(function(v){return v.needsNodeColors}),g=n.some(function(v){return v.needsNodeSize}),b=e.map(function(v,m){return"  // Layer ".concat(m+1,": ").concat(v.name,`
  color = blendOver(color, layer_`).concat(v.name,"(context));")}).join(`

`),p=`#version 300 es
precision highp float;

// Standard varyings
in vec4 v_color;
in float v_opacity;
in vec4 v_id;
in float v_thickness;       // Edge body thickness
in float v_t;
in float v_tStart;
in float v_tEnd;
in float v_side;
in float v_antialiasingWidth;  // Anti-aliasing width (normalized: u_correctionRatio / thickness)
in vec2 v_source;
in vec2 v_target;
in float v_edgeLength;
`.concat(g?`
in float v_sourceNodeSize;   // Source node size (mirrored in labels/generator.ts as plain float)
in float v_targetNodeSize;   // Target node size (mirrored in labels/generator.ts as plain float)`:"",`
`).concat(f?`
in vec4 v_sourceColor;
in vec4 v_targetColor;`:"",`
// Zone varyings
in float v_zone;            // 0=tail, 1=body, 2=head
in float v_zoneT;           // Position within zone [0,1]
in float v_headLengthRatio; // Head length as ratio of thickness (scaled for short edges)
in float v_tailLengthRatio; // Tail length as ratio of thickness (scaled for short edges)
in float v_headWidthRatio;  // Head width factor
in float v_tailWidthRatio;  // Tail width factor

// Multi-path/extremity varyings
flat in int v_pathId;
flat in int v_headId;
flat in int v_tailId;

// Path/layer attribute varyings (from vertex shader texture fetch)
`).concat(i.fragmentVaryingDeclarations,`

// Standard uniforms (needed by some path types)
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_cameraAngle;
#ifdef PICKING_MODE
uniform float u_pickingPadding;
#endif

// Custom uniforms
`).concat(l.join(`
`),`

// Fragment output (single target - picking handled via separate pass)
out vec4 fragColor;

`).concat(a.length>1?`// Base ratio array for extremities (shared pool for head/tail)
const float EXTREMITY_BASE_RATIOS[`.concat(a.length,"] = float[](").concat(d,");"):"",`

// EdgeContext struct
struct EdgeContext {
  float t;                   // Position along path [0, 1]
  float sdf;                 // Signed distance from centerline
  vec2 position;             // World position
  vec2 tangent;              // Path tangent
  vec2 normal;               // Path normal
  float thickness;           // Edge thickness
  float aaWidth;             // Anti-aliasing width
  float edgeLength;          // Total path length
  float tStart;              // Clamped start t
  float tEnd;                // Clamped end t
  float distanceFromSource;  // Arc distance from source
  float distanceToTarget;    // Arc distance to target
};

EdgeContext context;

// Alpha "over" compositing for layer blending
vec4 blendOver(vec4 bg, vec4 fg) {
  float a = fg.a;
  return vec4(mix(bg.rgb, fg.rgb, a), bg.a + a * (1.0 - bg.a));
}

// All path functions
`).concat(er(n),`

// Path selector functions
`).concat(tr(n),`

// All extremity functions
`).concat(bd(a),`

// Extremity SDF selector (shared pool for head/tail)
`).concat(xd(a),`

// Layer functions
`).concat(e.map(function(v){return v.glsl}).join(`

`),`

// Helper: Compute arc length using path selector
float computeArcLengthMulti(int pathId, float t0, float t1, vec2 source, vec2 target, int samples) {
  float arcLen = 0.0;
  vec2 prev = queryPathPosition(pathId, t0, source, target);
  for (int i = 1; i <= samples; i++) {
    float t = t0 + (t1 - t0) * float(i) / float(samples);
    vec2 curr = queryPathPosition(pathId, t, source, target);
    arcLen += length(curr - prev);
    prev = curr;
  }
  return arcLen;
}

void main() {
  // Compute normalized t within visible edge (0 = start, 1 = end)
  float tNorm = (v_t - v_tStart) / max(v_tEnd - v_tStart, 0.0001);

  // Edge body half-thickness
  float halfThickness = v_thickness * 0.5;

  // Convert normalized AA width to webGL units (~1 pixel)
  float aaWidthWebGL = v_antialiasingWidth * v_thickness;

  // Distance from centerline based on v_side interpolation
  float zoneWidthFactor = v_zone < 0.5 ? v_tailWidthRatio :
                          v_zone < 1.5 ? 1.0 :
                          v_headWidthRatio;
  // In PICKING_MODE, inflate halfGeometryWidth to match the inflated vertex geometry
  #ifdef PICKING_MODE
    float halfGeometryWidth = halfThickness * zoneWidthFactor + aaWidthWebGL + u_pickingPadding * aaWidthWebGL;
  #else
    float halfGeometryWidth = halfThickness * zoneWidthFactor + aaWidthWebGL;
  #endif
  float distFromCenter = abs(v_side) * halfGeometryWidth;

  // Populate EdgeContext (for layer functions)
  context.t = tNorm;
  context.sdf = distFromCenter - halfThickness;
  context.position = queryPathPosition(v_pathId, v_t, v_source, v_target);
  context.tangent = queryPathTangent(v_pathId, v_t, v_source, v_target);
  context.normal = vec2(-context.tangent.y, context.tangent.x);
  context.thickness = v_thickness;
  context.aaWidth = aaWidthWebGL;
  context.edgeLength = v_edgeLength;
  context.tStart = v_tStart;
  context.tEnd = v_tEnd;

  // Compute arc distances
  float visibleLength = v_edgeLength * (v_tEnd - v_tStart);
  float pathT = v_t;
  float pathTNorm = tNorm;
`).concat(n.every(function(v){return v.linearParameterization})?`  // All paths have linear parameterization: t maps directly to arc distance
  context.distanceFromSource = pathTNorm * visibleLength;
  context.distanceToTarget = (1.0 - pathTNorm) * visibleLength;`:n.every(function(v){return!v.linearParameterization})?`  // No paths have linear parameterization: use numerical integration
  context.distanceFromSource = computeArcLengthMulti(v_pathId, v_tStart, pathT, v_source, v_target, 16);
  context.distanceToTarget = computeArcLengthMulti(v_pathId, pathT, v_tEnd, v_source, v_target, 16);`:`  // Mixed parameterization: use analytical for linear paths, numerical for others
  if (`.concat(n.filter(function(v){return v.linearParameterization}).map(function(v){return"v_pathId == ".concat(n.indexOf(v))}).join(" || "),`) {
    context.distanceFromSource = pathTNorm * visibleLength;
    context.distanceToTarget = (1.0 - pathTNorm) * visibleLength;
  } else {
    context.distanceFromSource = computeArcLengthMulti(v_pathId, v_tStart, pathT, v_source, v_target, 16);
    context.distanceToTarget = computeArcLengthMulti(v_pathId, pathT, v_tEnd, v_source, v_target, 16);
  }`),`

  // Compute SDF based on zone using extremity selector (shared pool)
  float bodySDF = distFromCenter - halfThickness;
  float finalSDF;

`).concat(h?`  // Base ratios, from baseRatioLookup
  float headBaseRatio = `.concat(c("v_headId"),`;
  float tailBaseRatio = `).concat(c("v_tailId"),`;

  if (v_zone < 0.5) {
    // TAIL ZONE: v_zoneT goes 0 (tip) to 1 (base)
    vec2 uv = vec2((1.0 - v_zoneT) * v_tailLengthRatio, v_side * v_tailWidthRatio * 0.5);
    float tailSDF = queryExtremitySDF(v_tailId, uv, v_tailLengthRatio, v_tailWidthRatio) * v_thickness;

    // Apply union only near base (v_zoneT > 1 - baseRatio)
    if (v_zoneT > 1.0 - tailBaseRatio) {
      finalSDF = min(tailSDF, bodySDF);
    } else {
      finalSDF = tailSDF;
    }
  } else if (v_zone < 1.5) {
    // BODY ZONE: distance from centerline
    finalSDF = bodySDF;
  } else {
    // HEAD ZONE: v_zoneT goes 0 (base) to 1 (tip)
    vec2 uv = vec2(v_zoneT * v_headLengthRatio, v_side * v_headWidthRatio * 0.5);
    float headSDF = queryExtremitySDF(v_headId, uv, v_headLengthRatio, v_headWidthRatio) * v_thickness;

    // Apply union only near base (v_zoneT < baseRatio)
    if (v_zoneT < headBaseRatio) {
      finalSDF = min(headSDF, bodySDF);
    } else {
      finalSDF = headSDF;
    }
  }`):`  // No extremity draws tail/head geometry, so every vertex is body zone.
  finalSDF = bodySDF;`,`

  #ifdef PICKING_MODE
    // Picking pass: output edge ID for pixels within the picking area
    if (finalSDF > u_pickingPadding * aaWidthWebGL) discard;
    fragColor = v_id;
  #else
`).concat(t?`    // Visual pass: anti-aliased edge with layers, edge opacity applied once
    float alpha = smoothstep(aaWidthWebGL, -aaWidthWebGL, finalSDF) * v_opacity;`:`    // Visual pass: hard-edged (no anti-aliasing gradient) edge with layers, edge opacity applied once
    float alpha = (finalSDF < 0.0 ? 1.0 : 0.0) * v_opacity;`,`
    if (alpha < 0.01) discard;

    // Apply layers sequentially with "over" compositing
    vec4 color = vec4(0.0);

`).concat(b,`

    // Mix with transparent to fade both color AND alpha (pre-multiplied alpha for correct blending)
    fragColor = mix(vec4(0.0), color, alpha);
  #endif
}
`);return p}function Dd(n,a,e){var t=Ne(a.length)?!0:a.length>0,r=Ne(e.length)?!0:e.length>0;if(n.generateConstantData){var i=n.generateConstantData();return{data:i.data,attributes:i.attributes,verticesPerEdge:i.verticesPerEdge}}return Sd(n.segments,t,r)}function Ui(n){var a,e=so(n),t=e.paths,r=e.extremities,i=e.layers,o=(a=n.antialias)!==null&&a!==void 0?a:!0,s=new Map,l=new Map,u=new Map,d=M(t),c;try{for(d.s();!(c=d.n()).done;){var h=c.value,f=M(r),g;try{for(f.s();!(g=f.n()).done;){var b=g.value,p=M(r),v;try{for(p.s();!(v=p.n()).done;){var m=v.value,y="".concat(h.name,":").concat(b.name,":").concat(m.name),x=Dd(h,b,m);s.set(y,x.verticesPerEdge),l.set(y,x.data);var _=M(x.attributes),T;try{for(_.s();!(T=_.n()).done;){var R=T.value;u.has(R.name)||u.set(R.name,R)}}catch(V){_.e(V)}finally{_.f()}}}catch(V){p.e(V)}finally{p.f()}}}catch(V){f.e(V)}finally{f.f()}}}catch(V){d.e(V)}finally{d.f()}var S=Array.from(u.values()),E={};S.forEach(function(V,j){E[V.name]=j});var w=0,I="",D=M(s),k;try{for(D.s();!(k=D.n()).done;){var C=ee(k.value,2),F=C[0],z=C[1];z>w&&(w=z,I=F)}}catch(V){D.e(V)}finally{D.f()}var G=l.get(I)||[],L=I.split(":"),P=ee(L,1),N=P[0],H=t.find(function(V){return V.name===N}),U=[];H!=null&&H.generateConstantData?U=H.generateConstantData().attributes:U=[{name:"a_zone"},{name:"a_zoneT"},{name:"a_side"}];var q=G.map(function(V){var j=new Array(S.length).fill(0);return U.forEach(function(Ie,Te){var $e=E[Ie.name];$e!==void 0&&Te<V.length&&(j[$e]=V[Te])}),j});return{vertexShader:Rd(t,r,i,S),fragmentShader:Ad(t,r,i,o),uniforms:md(t,r,i),attributes:wd(),verticesPerEdge:w,constantData:q,constantAttributes:S,vertexCountsPerCombination:s,constantDataPerCombination:l}}function wd(n,a,e){return[{name:"a_edgeIndex",size:1,type:gn},{name:"a_color",size:4,type:Wi,normalized:!0},{name:"a_id",size:4,type:Wi,normalized:!0},{name:"a_opacity",size:1,type:gn}]}var Cd=`#version 300 es
precision highp float;

in vec4 v_clamp;

// RGBA32F target: stores (tStart, tEnd, straightenFactor, pathLength).
out vec4 fragColor;

void main() {
  fragColor = v_clamp;
}
`,Ld=(function(){function n(a,e){K(this,n),A(this,"uniformLocations",{});var t=e.paths,r=e.extremities,i=e.layers,o=e.nodeShapes,s=e.nodeLayers;this.gl=a,this.hasAttributeData=Fe([].concat($(t),$(i))).floatsPerItem>0,this.hasNodeAttributeData=Object.keys(Ut(o,s).offsets).length>0,this.vertexShader=ja(a,Ed(t,r,i,o,s)),this.fragmentShader=qa(a,Cd),this.program=Ya(a,[this.vertexShader,this.fragmentShader]);var l=new Set;this.customUniforms=[];for(var u=0,d=[].concat($(t),$(r));u<d.length;u++){var c=d[u],h=M(c.uniforms),f;try{for(h.s();!(f=h.n()).done;){var g=f.value;l.has(g.name)||(l.add(g.name),this.customUniforms.push(g))}}catch(y){h.e(y)}finally{h.f()}}var b=["u_sizeRatio","u_correctionRatio","u_cameraAngle","u_minEdgeThickness","u_nodeDataTexture","u_nodeDataTextureWidth","u_edgeDataTexture","u_edgeDataTextureWidth","u_edgeAttributeTexture","u_edgeAttributeTextureWidth","u_edgeAttributeTexelsPerEdge","u_layerAttributeTexture","u_layerAttributeTextureWidth","u_layerAttributeTexelsPerNode","u_frameTextureWidth","u_frameTextureHeight"].concat($(this.customUniforms.map(function(y){return y.name}))),p=M(b),v;try{for(p.s();!(v=p.n()).done;){var m=v.value;this.uniformLocations[m]=a.getUniformLocation(this.program,m)}}catch(y){p.e(y)}finally{p.f()}this.vao=a.createVertexArray()}return Z(n,[{key:"run",value:function(e,t,r,i,o){if(r!==0){var s=this.gl,l=this.uniformLocations;s.useProgram(this.program),s.bindVertexArray(this.vao),l.u_sizeRatio&&s.uniform1f(l.u_sizeRatio,e.sizeRatio),l.u_correctionRatio&&s.uniform1f(l.u_correctionRatio,e.correctionRatio),l.u_cameraAngle&&s.uniform1f(l.u_cameraAngle,e.cameraAngle),l.u_minEdgeThickness&&s.uniform1f(l.u_minEdgeThickness,e.minEdgeThickness),l.u_nodeDataTexture&&s.uniform1i(l.u_nodeDataTexture,e.nodeDataTextureUnit),l.u_nodeDataTextureWidth&&s.uniform1i(l.u_nodeDataTextureWidth,e.nodeDataTextureWidth),l.u_edgeDataTexture&&s.uniform1i(l.u_edgeDataTexture,e.edgeDataTextureUnit),l.u_edgeDataTextureWidth&&s.uniform1i(l.u_edgeDataTextureWidth,e.edgeDataTextureWidth),l.u_frameTextureWidth&&s.uniform1f(l.u_frameTextureWidth,t.getTextureWidth()),l.u_frameTextureHeight&&s.uniform1f(l.u_frameTextureHeight,t.getTextureHeight()),this.hasAttributeData&&i&&(i.bind(ot),l.u_edgeAttributeTexture&&s.uniform1i(l.u_edgeAttributeTexture,ot),l.u_edgeAttributeTextureWidth&&s.uniform1i(l.u_edgeAttributeTextureWidth,i.getTextureWidth()),l.u_edgeAttributeTexelsPerEdge&&s.uniform1i(l.u_edgeAttributeTexelsPerEdge,i.getTexelsPerItem())),this.hasNodeAttributeData&&o&&(o.bind(it),l.u_layerAttributeTexture&&s.uniform1i(l.u_layerAttributeTexture,it),l.u_layerAttributeTextureWidth&&s.uniform1i(l.u_layerAttributeTextureWidth,o.getTextureWidth()),l.u_layerAttributeTexelsPerNode&&s.uniform1i(l.u_layerAttributeTexelsPerNode,o.getTexelsPerItem()));var u=M(this.customUniforms),d;try{for(u.s();!(d=u.n()).done;){var c=d.value;Ja(s,this.uniformLocations[c.name],c)}}catch(h){u.e(h)}finally{u.f()}t.bindAsRenderTarget(),s.disable(s.BLEND),s.disable(s.DEPTH_TEST),s.drawArrays(s.POINTS,0,r),s.bindFramebuffer(s.FRAMEBUFFER,null),s.bindVertexArray(null)}}},{key:"kill",value:function(){var e=this.gl;e.deleteProgram(this.program),e.deleteShader(this.vertexShader),e.deleteShader(this.fragmentShader),e.deleteVertexArray(this.vao)}}])})();function hn(n,a,e,t,r,i){if(n.length===1)return"".concat(t," ").concat(a,"(int pathId, ").concat(r,`) {
  return path_`).concat(n[0].name,"_").concat(e,"(").concat(i,`);
}`);var o=n.map(function(s,l){return"    case ".concat(l,": return path_").concat(s.name,"_").concat(e,"(").concat(i,");")}).join(`
`);return"".concat(t," ").concat(a,"(int pathId, ").concat(r,`) {
  switch (pathId) {
`).concat(o,`
    default: return path_`).concat(n[0].name,"_").concat(e,"(").concat(i,`);
  }
}`)}var Pd=`
vec3 computeEdgeLabelBodyBounds(
  float tStart, float tEnd, float pathLength,
  float webGLThickness, float headLengthRatio, float tailLengthRatio
) {
  float visibleLength = pathLength * (tEnd - tStart);

  float headLength = headLengthRatio * webGLThickness;
  float tailLength = tailLengthRatio * webGLThickness;
  float totalNeededLength = headLength + tailLength;
  if (totalNeededLength > visibleLength && totalNeededLength > 0.0001) {
    float extremityScale = visibleLength / totalNeededLength;
    headLength *= extremityScale;
    tailLength *= extremityScale;
  }

  float bodyStartDist = tStart * pathLength + tailLength;
  float bodyEndDist = tEnd * pathLength - headLength;
  return vec3(bodyStartDist, bodyEndDist, max(bodyEndDist - bodyStartDist, 0.0));
}
`;function kd(n,a){var e=ce(n),t=ce(a);return`
float computeEdgeLabelAlpha(float bodyLength, float textWidthWebGL) {
  float ratio = textWidthWebGL > 0.0001 ? min(bodyLength / textWidthWebGL, 1.0) : 1.0;
  if (ratio < `.concat(e,`) return 0.0;
  if (ratio < `).concat(t,") return (ratio - ").concat(e,") / (").concat(t," - ").concat(e,`);
  return 1.0;
}
`)}var Fd=`
float computeEdgeLabelScreenDir(int pathId, float t, vec2 source, vec2 target, mat3 matrix) {
  vec2 tangent = queryPathTangent(pathId, t, source, target);
  return (matrix * vec3(tangent, 0.0)).x < 0.0 ? -1.0 : 1.0;
}
`,Id=`
float computeEdgeLabelPerpOffset(
  float positionMode,
  float halfThickness, float marginWebGL, float halfTextHeight,
  float readingSign, float screenDir
) {
  float magnitude = halfThickness + marginWebGL + halfTextHeight;
  if (positionMode == 1.0) return magnitude * readingSign;
  if (positionMode == 2.0) return -magnitude * readingSign;
  if (positionMode == 3.0) return magnitude * screenDir;
  return 0.0;
}
`;function uo(n){var a=n.paths,e=n.minVisibilityThreshold,t=n.fullVisibilityThreshold,r=a.some(function(s){return s.hasSharpCorners}),i=a.map(function(s){return"// --- Path: ".concat(s.name,` ---
`).concat(s.glsl,`

// Tangent/normal functions: analytical if provided, otherwise numerical
`).concat(s.analyticalTangentGlsl||io(s.name),`

// Auto-generated fallbacks for any missing path functions
`).concat(oo(s.name,s.glsl),`

// Corner skip helpers (for paths with sharp corners like step/taxi)
`).concat(s.cornerSkipGlsl||"",`
`)}).join(`
`),o=r?`// Corner function selectors (only some paths have sharp corners)
vec2 queryGetCornerTs(int pathId, vec2 source, vec2 target) {
  switch (pathId) {
`.concat(a.map(function(s,l){return s.hasSharpCorners?"    case ".concat(l,": return path_").concat(s.name,"_getCornerTs(source, target);"):"    case ".concat(l,": return vec2(-1.0, -1.0); // No corners for ").concat(s.name)}).join(`
`),`
    default: return vec2(-1.0, -1.0);
  }
}

vec2 queryGetCornerConcavity(int pathId, vec2 source, vec2 target, float perpOffset) {
  switch (pathId) {
`).concat(a.map(function(s,l){return s.hasSharpCorners?"    case ".concat(l,": return path_").concat(s.name,"_getCornerConcavity(source, target, perpOffset);"):"    case ".concat(l,": return vec2(0.0, 0.0); // No corners for ").concat(s.name)}).join(`
`),`
    default: return vec2(0.0, 0.0);
  }
}`):"";return`
// ============================================================================
// Node data fetch (geometry texel) and per-edge clamp fetch (edge-frame texture)
// ============================================================================

`.concat(Ke,`
`).concat(Bt,`

// ============================================================================
// Path Functions (one block per path)
// ============================================================================

`).concat(i,`

// ============================================================================
// Path Query Selectors (dispatch by pathId)
// ============================================================================

`).concat(hn(a,"queryPathPosition","position","vec2","float t, vec2 source, vec2 target","t, source, target"),`

`).concat(hn(a,"queryPathTangent","tangent","vec2","float t, vec2 source, vec2 target","t, source, target"),`

`).concat(hn(a,"queryPathNormal","normal","vec2","float t, vec2 source, vec2 target","t, source, target"),`

`).concat(hn(a,"queryPathLength","length","float","vec2 source, vec2 target","source, target"),`

`).concat(hn(a,"queryPathTAtDistance","t_at_distance","float","float dist, vec2 source, vec2 target","dist, source, target"),`

`).concat(o,`

// ============================================================================
// Shared helpers (body bounds, alpha ramp, screen direction, perpendicular offset)
// ============================================================================

`).concat(Pd,`
`).concat(kd(e,t),`
`).concat(Fd,`
`).concat(Id,`
`)}var Gd=Be.fontSize,zd=new Map,co=24,Hi=(co+1)*2;function Nd(n){var a=n.paths,e=n.fontSizeMode,t=n.headLengthRatio,r=n.tailLengthRatio,i=n.minVisibilityThreshold,o=n.fullVisibilityThreshold,s=n.keepUpright,l=e==="scaled",u=at(),d=Fe([].concat($(a),[u])),c=bn(d),h=`#version 300 es

// Per-instance attributes
in float a_edgeIndex;
in float a_edgeAttrIndex;
in float a_baseFontSize;
in float a_totalTextWidth;
in float a_positionMode;
in float a_margin;
in float a_padding;
in vec4 a_color;
in vec4 a_id;

// Per-vertex (constant) attribute: strip vertex index
in float a_vertexIndex;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_pixelRatio;
uniform float u_cameraAngle;
uniform vec2 u_resolution;
uniform sampler2D u_nodeDataTexture;
uniform int u_nodeDataTextureWidth;
uniform sampler2D u_edgeDataTexture;
uniform int u_edgeDataTextureWidth;
uniform sampler2D u_edgeFrameTexture; // Per-edge clamp (tStart, tEnd, straightenFactor, pathLength)
uniform int u_edgeFrameTextureWidth;
`.concat(l?"uniform float u_zoomSizeRatio;":"",`

`).concat(c.uniformDeclarations,`

out vec4 v_color;
out vec4 v_id;
out float v_alphaModifier;

const float ATLAS_FONT_SIZE = `).concat(ce(Gd),`;
const float HEAD_RATIO = `).concat(ce(t),`;
const float TAIL_RATIO = `).concat(ce(r),`;
const int RIBBON_SEGMENTS = `).concat(co,`;

// Path attribute varyings (declared as plain locals since this shader has no FS inputs for them)
`).concat(c.vertexVaryingDeclarations.replace(/out /g,""),`

// Node size variables used by some path functions (self-loops, etc.)
float v_sourceNodeSize;
float v_targetNodeSize;

// Shared preamble: shape SDFs, path functions + selectors, clamp, helpers.
`).concat(uo({paths:a,minVisibilityThreshold:i,fullVisibilityThreshold:o}),`

void main() {
  int vIdx = int(a_vertexIndex);
  int pairIdx = vIdx / 2;
  int side = vIdx - pairIdx * 2; // 0 = left/bottom, 1 = right/top

  // --- Fetch edge data (2 texels per edge) ---
  int edgeIdx = int(a_edgeIndex);
  int texel0Idx = edgeIdx * 2;
  int texel1Idx = edgeIdx * 2 + 1;
  ivec2 e0 = ivec2(texel0Idx % u_edgeDataTextureWidth, texel0Idx / u_edgeDataTextureWidth);
  ivec2 e1 = ivec2(texel1Idx % u_edgeDataTextureWidth, texel1Idx / u_edgeDataTextureWidth);
  vec4 edgeData0 = texelFetch(u_edgeDataTexture, e0, 0);
  vec4 edgeData1 = texelFetch(u_edgeDataTexture, e1, 0);

  int srcIdx = int(edgeData0.x);
  int tgtIdx = int(edgeData0.y);
  float thickness = edgeData0.z;
  int pathId = int(edgeData1.z);

  // --- Fetch path attributes (curvature, etc.) ---
  {
    int edgeIdx = int(a_edgeAttrIndex);
`).concat(c.fetchCode,`
`).concat(c.varyingAssignments,`
  }

  // --- Fetch node data: geometry (texel 0) + rotation flags (texel 1) ---
  vec4 srcN = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, srcIdx);
  vec4 tgtN = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, tgtIdx);

  vec2 source = srcN.xy;
  vec2 target = tgtN.xy;
  float sourceSize = srcN.z;
  float targetSize = tgtN.z;
  v_sourceNodeSize = sourceSize;
  v_targetNodeSize = targetSize;

  // --- Pixel-to-graph conversion (fixed font mode) ---
  float matrixScaleX = length(vec2(u_matrix[0][0], u_matrix[1][0]));
  float pixelToGraph = 2.0 / (matrixScaleX * u_resolution.x);

  float webGLThickness = thickness * u_correctionRatio / u_sizeRatio;

  // --- Body bounds (shared with edge label shader) ---
  vec4 edgeClamp = readFrameTexel(u_edgeFrameTexture, u_edgeFrameTextureWidth, edgeIdx);
  vec3 bodyBounds = computeEdgeLabelBodyBounds(
    edgeClamp.x, edgeClamp.y, edgeClamp.w,
    webGLThickness, HEAD_RATIO, TAIL_RATIO
  );
  float bodyStartDist = bodyBounds.x;
  float bodyEndDist = bodyBounds.y;
  float bodyLength = bodyBounds.z;

  // --- Text dimensions ---
  float baseFontSize = a_baseFontSize;
  `).concat(l?`float fontScale = baseFontSize / ATLAS_FONT_SIZE * u_zoomSizeRatio;
  float textWidthWebGL = a_totalTextWidth * fontScale * u_correctionRatio / u_sizeRatio;
  float halfTextHeight = baseFontSize * 0.35 * u_zoomSizeRatio * u_correctionRatio / u_sizeRatio;
  float marginWebGL = a_margin * u_zoomSizeRatio * u_correctionRatio / u_sizeRatio;`:`float fontScale = baseFontSize / ATLAS_FONT_SIZE;
  float textWidthWebGL = a_totalTextWidth * fontScale * pixelToGraph;
  float halfTextHeight = baseFontSize * 0.35 * pixelToGraph;
  float marginWebGL = a_margin * pixelToGraph;`,`
  float paddingWebGL = a_padding * pixelToGraph;

  // --- Alpha modifier (shared with edge label shader) ---
  float alphaModifier = computeEdgeLabelAlpha(bodyLength, textWidthWebGL);
  if (alphaModifier <= 0.0 || textWidthWebGL <= 0.0) {
    gl_Position = vec4(2.0, 0.0, 0.0, 1.0);
    v_color = vec4(0.0);
    v_id = vec4(0.0);
    v_alphaModifier = 0.0;
    return;
  }

  // --- Perpendicular offset (shared with edge label shader) ---
  float bodyCenterDist = (bodyStartDist + bodyEndDist) * 0.5;
  float centerT = queryPathTAtDistance(pathId, bodyCenterDist, source, target);
  float screenDir = computeEdgeLabelScreenDir(pathId, centerT, source, target, u_matrix);
  float readingSign = `).concat(s?"screenDir":"1.0",`;
  float halfThickness = webGLThickness * 0.5;
  float perpOffset = computeEdgeLabelPerpOffset(
    a_positionMode, halfThickness, marginWebGL, halfTextHeight, readingSign, screenDir
  );

  // --- Ribbon span (clipped to body) ---
  float halfTextWebGL = textWidthWebGL * 0.5;
  float labelStartDist = max(bodyCenterDist - halfTextWebGL, bodyStartDist);
  float labelEndDist = min(bodyCenterDist + halfTextWebGL, bodyEndDist);

  // Sample centerline at this pair, then apply perpendicular offset.
  // The ribbon follows the centerline path (simple & robust); for curved edges
  // this closely matches the offset path the characters sit on.
  float u = float(pairIdx) / float(RIBBON_SEGMENTS);
  float arcDist = mix(labelStartDist, labelEndDist, u);
  float t = queryPathTAtDistance(pathId, arcDist, source, target);
  vec2 pos = queryPathPosition(pathId, t, source, target);
  vec2 tan = queryPathTangent(pathId, t, source, target);
  vec2 perp = vec2(-tan.y, tan.x);

  vec2 centerPos = pos + perp * perpOffset;

  float halfRibbon = halfTextHeight + paddingWebGL;
  float sideSign = side == 0 ? -1.0 : 1.0;
  vec2 ribbonPos = centerPos + perp * (sideSign * halfRibbon);

  vec3 clipPos = u_matrix * vec3(ribbonPos, 1.0);
  gl_Position = vec4(clipPos.xy, 0.0, 1.0);

  v_color = a_color;
  v_id = a_id;
  v_alphaModifier = alphaModifier;
}
`);return h}var Md=`#version 300 es
precision highp float;

in vec4 v_color;
in vec4 v_id;
in float v_alphaModifier;

out vec4 fragColor;

void main() {
#ifdef PICKING_MODE
  if (v_alphaModifier <= 0.0) discard;
  fragColor = v_id;
#else
  float alpha = v_color.a * v_alphaModifier;
  if (alpha <= 0.0) discard;
  fragColor = vec4(v_color.rgb * alpha, alpha);
#endif
}
`;function Od(n,a,e,t){var r=t.shaderConfig,i=r.paths,o=r.fontSizeMode;if(i.length===0)throw new Error("createEdgeLabelBackgroundProgram: shaderConfig must declare at least one path");var s=at(),l=Fe([].concat($(i),[s])),u=da([].concat($(i),[s]),l),d=Nd(r),c=(function(h){function f(g,b,p){var v;return K(this,f),v=le(this,f,[g,b,p]),A(v,"totalCount",0),A(v,"bufferCapacity",0),A(v,"edgeAttributeTexture",null),v.edgeAttributeTexture=new ua(g,l),v.packedAttributeData=new Float32Array(l.floatsPerItem),v}return ue(f,h),Z(f,[{key:"getDefinition",value:function(){for(var b=WebGL2RenderingContext,p=b.FLOAT,v=b.UNSIGNED_BYTE,m=b.TRIANGLE_STRIP,y=[],x=0;x<Hi;x++)y.push([x]);var _=["u_matrix","u_sizeRatio","u_correctionRatio","u_pixelRatio","u_cameraAngle","u_resolution","u_nodeDataTexture","u_nodeDataTextureWidth","u_edgeDataTexture","u_edgeDataTextureWidth","u_edgeFrameTexture","u_edgeFrameTextureWidth"];return o==="scaled"&&_.push("u_zoomSizeRatio"),l.floatsPerItem>0&&_.push("u_edgeAttributeTexture","u_edgeAttributeTextureWidth","u_edgeAttributeTexelsPerEdge"),{VERTICES:Hi,VERTEX_SHADER_SOURCE:d,FRAGMENT_SHADER_SOURCE:Md,METHOD:m,UNIFORMS:_,ATTRIBUTES:[{name:"a_edgeIndex",size:1,type:p},{name:"a_edgeAttrIndex",size:1,type:p},{name:"a_baseFontSize",size:1,type:p},{name:"a_totalTextWidth",size:1,type:p},{name:"a_positionMode",size:1,type:p},{name:"a_margin",size:1,type:p},{name:"a_padding",size:1,type:p},{name:"a_color",size:4,type:v,normalized:!0},{name:"a_id",size:4,type:v,normalized:!0}],CONSTANT_ATTRIBUTES:[{name:"a_vertexIndex",size:1,type:p}],CONSTANT_DATA:y}}},{key:"processEdgeLabelBackground",value:function(b,p,v){var m=0;if(this.edgeAttributeTexture&&l.floatsPerItem>0){m=this.edgeAttributeTexture.allocate(p);var y=this.packedAttributeData;ca(u,v.edgeAttributes,y,"",zd,0),this.edgeAttributeTexture.updateAllAttributes(p,y)}var x=this.floats,_=this.ints,T=b*this.STRIDE;x[T++]=v.edgeIndex,x[T++]=m,x[T++]=v.baseFontSize,x[T++]=v.totalTextWidth,x[T++]=v.positionMode,x[T++]=v.margin,x[T++]=v.padding,x[T++]=v.color,_[T++]=v.id}},{key:"setUniforms",value:function(b,p){var v=p.gl,m=p.uniformLocations;if(v.uniformMatrix3fv(m.u_matrix,!1,b.matrix),v.uniform1f(m.u_sizeRatio,b.sizeRatio),v.uniform1f(m.u_correctionRatio,b.correctionRatio),v.uniform1f(m.u_pixelRatio,b.pixelRatio),v.uniform1f(m.u_cameraAngle,b.cameraAngle),v.uniform2f(m.u_resolution,b.width,b.height),m.u_nodeDataTexture!==void 0&&v.uniform1i(m.u_nodeDataTexture,b.nodeDataTextureUnit),m.u_nodeDataTextureWidth!==void 0&&v.uniform1i(m.u_nodeDataTextureWidth,b.nodeDataTextureWidth),m.u_edgeDataTexture!==void 0&&v.uniform1i(m.u_edgeDataTexture,b.edgeDataTextureUnit),m.u_edgeDataTextureWidth!==void 0&&v.uniform1i(m.u_edgeDataTextureWidth,b.edgeDataTextureWidth),m.u_edgeFrameTexture!==void 0&&v.uniform1i(m.u_edgeFrameTexture,b.edgeFrameTextureUnit),m.u_edgeFrameTextureWidth!==void 0&&v.uniform1i(m.u_edgeFrameTextureWidth,b.edgeFrameTextureWidth),o==="scaled"&&m.u_zoomSizeRatio!==void 0){var y=this.renderer.getSetting("zoomToSizeRatioFunction");v.uniform1f(m.u_zoomSizeRatio,1/y(b.zoomRatio))}this.edgeAttributeTexture&&l.floatsPerItem>0&&m.u_edgeAttributeTexture!==void 0&&(this.edgeAttributeTexture.bind(ot),v.uniform1i(m.u_edgeAttributeTexture,ot),v.uniform1i(m.u_edgeAttributeTextureWidth,this.edgeAttributeTexture.getTextureWidth()),v.uniform1i(m.u_edgeAttributeTexelsPerEdge,this.edgeAttributeTexture.getTexelsPerItem()))}},{key:"renderProgram",value:function(b,p){this.edgeAttributeTexture&&l.floatsPerItem>0&&this.edgeAttributeTexture.upload(),ve(f,"renderProgram",this,3)([b,p])}},{key:"kill",value:function(){this.edgeAttributeTexture&&(this.edgeAttributeTexture.kill(),this.edgeAttributeTexture=null),ve(f,"kill",this,3)([])}},{key:"drawWebGL",value:function(b,p){var v=p.gl;this.totalCount!==0&&v.drawArraysInstanced(v.TRIANGLE_STRIP,0,this.VERTICES,this.totalCount)}},{key:"reallocate",value:function(b){this.totalCount=b,b>this.bufferCapacity&&(this.bufferCapacity=Math.max(b,Math.ceil(this.bufferCapacity*1.5)||10),ve(f,"reallocate",this,3)([this.bufferCapacity]))}}])})(vt);return new c(n,a,e)}function ho(n){var a,e,t,r,i,o;return{paths:n.paths,headLengthRatio:(a=n.headLengthRatio)!==null&&a!==void 0?a:0,tailLengthRatio:(e=n.tailLengthRatio)!==null&&e!==void 0?e:0,fontSizeMode:(t=n.fontSizeMode)!==null&&t!==void 0?t:"fixed",minVisibilityThreshold:(r=n.minVisibilityThreshold)!==null&&r!==void 0?r:.7,fullVisibilityThreshold:(i=n.fullVisibilityThreshold)!==null&&i!==void 0?i:.8,keepUpright:(o=n.keepUpright)!==null&&o!==void 0?o:!0}}var Wd=Be.fontSize,Bd=17/64;function Ud(n){var a=n.paths,e=n.hasBorder,t=e===void 0?!1:e,r=n.fontSizeMode,i=r===void 0?"fixed":r,o=n.minVisibilityThreshold,s=o===void 0?.5:o,l=n.fullVisibilityThreshold,u=l===void 0?.6:l,d=n.keepUpright,c=d===void 0?!0:d,h=i==="scaled",f=a.some(function(m){return m.hasSharpCorners}),g=at(),b=Fe([].concat($(a),[g])),p=bn(b),v=`#version 300 es

// ============================================================================
// Attributes - Per Character (Instanced)
// ============================================================================

// Edge geometry: indices for texture lookup
// Edge data (source/target node indices, thickness, head/tail ratios) is fetched from edge data texture
// Edge path attributes (curvature, etc.) are fetched from edge attribute texture
in float a_edgeIndex;       // Index into edge data texture
in float a_edgeAttrIndex;   // Index into edge attribute texture (for curvature, etc.)
in float a_baseFontSize;    // Base font size in pixels (per-label)

// Character metrics (in glyph units = atlas font size pixels)
in vec4 a_charMetrics;      // (charTextOffset, charAdvance, totalTextWidth, positionMode)
in vec4 a_charDims;         // (charSize.x, charSize.y, charOffset.x, charOffset.y)

// Atlas texture coordinates
in vec4 a_texCoords;        // (x, y, width, height) in atlas pixels

// Label parameters
in vec2 a_labelParams;      // (margin, unused)

// Appearance
in vec4 a_color;            // Character color (RGBA, normalized)
`.concat(t?"in vec4 a_borderColor;      // Border color (RGBA, normalized)":"",`

// ============================================================================
// Attributes - Per Vertex (Constant)
// ============================================================================

in vec2 a_quadCorner;       // Quad corner: (0,0), (1,0), (0,1), (1,1)

// ============================================================================
// Uniforms
// ============================================================================

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
uniform float u_pixelRatio;
uniform float u_cameraAngle;    // Required by node shape SDFs
// u_sdfBufferPixels kept for ABI compatibility but unused in shader
uniform float u_sdfBufferPixels;
uniform vec2 u_resolution;
uniform vec2 u_atlasSize;
uniform sampler2D u_nodeDataTexture; // Shared texture with node position/size/shape data
uniform int u_nodeDataTextureWidth;  // Width of 2D node data texture for coordinate calculation
uniform sampler2D u_edgeDataTexture; // Shared texture with edge data
uniform int u_edgeDataTextureWidth;  // Width of 2D edge data texture for coordinate calculation
uniform sampler2D u_edgeFrameTexture; // Per-edge clamp (tStart, tEnd, straightenFactor, pathLength)
uniform int u_edgeFrameTextureWidth;
`).concat(h?"uniform float u_zoomSizeRatio;  // Zoom-based size ratio from zoomToSizeRatioFunction":"",`

// Edge path attribute texture uniforms (for curvature and other path attributes)
`).concat(p.uniformDeclarations,`

// ============================================================================
// Varyings
// ============================================================================

out vec2 v_texCoord;
out vec4 v_color;
`).concat(t?"out vec4 v_borderColor;":"",`
out float v_edgeFade;  // 0 = fully visible, 1 = fully faded (outside body)
out float v_alphaModifier;  // 0-1 based on label visibility ratio
out float v_fontScale;  // Ratio of rendered font size to atlas font size
`).concat(t?"out float v_positionMode;  // Position mode for conditional border (0=over needs border)":"",`

// ============================================================================
// Constants
// ============================================================================

const float bias = 255.0 / 254.0;
const float FADE_WIDTH_PIXELS = 15.0;  // Width of fade gradient in pixels
const float ATLAS_FONT_SIZE = `).concat(ce(Wd),`;  // Base font size used in SDF atlas
const float VERTICAL_CENTER_RATIO = `).concat(ce(Bd),`;  // Baseline to visual center ratio

// ============================================================================
// Path Attribute Variables (set in main, used by path functions)
// ============================================================================
// Path attributes are fetched from the edge attribute texture and stored in
// variables with v_ prefix (e.g., v_curvature) for path functions to access.
`).concat(p.vertexVaryingDeclarations.replace(/out /g,""),`

// Node size variables (set in main, used by some path functions like loops).
// These mirror the v_sourceNodeSize / v_targetNodeSize varyings in generator.ts,
// but are plain floats here since the label shader is vertex-only.
float v_sourceNodeSize;
float v_targetNodeSize;

// Shared preamble: shape SDFs, path functions + selectors, clamp, helpers.
`).concat(uo({paths:a,minVisibilityThreshold:s,fullVisibilityThreshold:u}),`

// ============================================================================
// Main
// ============================================================================

void main() {
  // -------------------------------------------------------------------------
  // Fetch edge data from edge texture (2 texels per edge)
  // -------------------------------------------------------------------------
  // Texel 0: sourceNodeIndex, targetNodeIndex, thickness, reserved
  // Texel 1: headLengthRatio, tailLengthRatio, pathId, extremityIds
  int edgeIdx = int(a_edgeIndex);
  int texel0Idx = edgeIdx * 2;
  int texel1Idx = edgeIdx * 2 + 1;
  ivec2 edgeTexCoord0 = ivec2(texel0Idx % u_edgeDataTextureWidth, texel0Idx / u_edgeDataTextureWidth);
  ivec2 edgeTexCoord1 = ivec2(texel1Idx % u_edgeDataTextureWidth, texel1Idx / u_edgeDataTextureWidth);
  vec4 edgeData0 = texelFetch(u_edgeDataTexture, edgeTexCoord0, 0);
  vec4 edgeData1 = texelFetch(u_edgeDataTexture, edgeTexCoord1, 0);

  // Unpack edge data
  int srcIdx = int(edgeData0.x);
  int tgtIdx = int(edgeData0.y);
  float thickness = edgeData0.z;
  // edgeData0.w is reserved
  float headLengthRatio = edgeData1.x;
  float tailLengthRatio = edgeData1.y;
  int pathId = int(edgeData1.z);  // Path type for multi-path support
  float baseFontSize = a_baseFontSize;

  // -------------------------------------------------------------------------
  // Fetch path attributes from edge attribute texture
  // -------------------------------------------------------------------------
  // Note: The fetch code uses 'edgeIdx' variable, so we set it to the attribute texture index
  {
    int edgeIdx = int(a_edgeAttrIndex);  // Use attribute texture index for path attributes
`).concat(p.fetchCode,`
`).concat(p.varyingAssignments,`
  }

  // -------------------------------------------------------------------------
  // Fetch node data from node texture (geometry texel + rotation-flags texel)
  // -------------------------------------------------------------------------
  vec4 srcNodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, srcIdx);
  vec4 tgtNodeData = readNodeData(u_nodeDataTexture, u_nodeDataTextureWidth, tgtIdx);

  vec2 source = srcNodeData.xy;
  vec2 target = tgtNodeData.xy;
  float sourceSize = srcNodeData.z;
  float targetSize = tgtNodeData.z;
  v_sourceNodeSize = sourceSize;
  v_targetNodeSize = targetSize;
  float charTextOffset = a_charMetrics.x;
  float charAdvance = a_charMetrics.y;
  float totalTextWidth = a_charMetrics.z;
  float positionMode = a_charMetrics.w;
  vec2 charSize = a_charDims.xy;
  vec2 charOffset = a_charDims.zw;
  float margin = a_labelParams.x;

  // -------------------------------------------------------------------------
  // Compute pixel-to-graph conversion (for fixed font size mode)
  // -------------------------------------------------------------------------
  // This converts screen pixels to graph units such that N pixels on screen
  // becomes N pixels regardless of zoom level.
  // matrixScaleX is how much the matrix scales graph units to clip space
  float matrixScaleX = length(vec2(u_matrix[0][0], u_matrix[1][0]));
  float pixelToGraph = 2.0 / (matrixScaleX * u_resolution.x);

  // -------------------------------------------------------------------------
  // Step 1: Convert thickness to WebGL units
  // -------------------------------------------------------------------------
  float webGLThickness = thickness * u_correctionRatio / u_sizeRatio;

  // -------------------------------------------------------------------------
  // Step 2: Compute body bounds (truncated at node boundaries + extremities)
  // -------------------------------------------------------------------------
  vec4 edgeClamp = readFrameTexel(u_edgeFrameTexture, u_edgeFrameTextureWidth, edgeIdx);
  vec3 bodyBounds = computeEdgeLabelBodyBounds(
    edgeClamp.x, edgeClamp.y, edgeClamp.w,
    webGLThickness, headLengthRatio, tailLengthRatio
  );
  float bodyStartDist = bodyBounds.x;
  float bodyEndDist = bodyBounds.y;
  float bodyLength = bodyBounds.z;

  // -------------------------------------------------------------------------
  // Step 3: Compute font scale and text dimensions
  // -------------------------------------------------------------------------
  // Font size modes:
  // - "fixed": Constant pixel size regardless of zoom, using pixelToGraph conversion
  // - "scaled": Scales with zoom using zoomToSizeRatioFunction
  `).concat(h?`// Scaled mode: font scales with zoom
  float fontScale = baseFontSize / ATLAS_FONT_SIZE * u_zoomSizeRatio;
  // Convert glyph-unit metrics to WebGL units (scales with zoom)
  float textWidthWebGL = totalTextWidth * fontScale * u_correctionRatio / u_sizeRatio;
  float charOffsetWebGL = charTextOffset * fontScale * u_correctionRatio / u_sizeRatio;
  float charAdvanceWebGL = charAdvance * fontScale * u_correctionRatio / u_sizeRatio;`:`// Fixed mode: font stays constant in screen pixels
  float fontScale = baseFontSize / ATLAS_FONT_SIZE;
  // Convert glyph-unit metrics to graph units using pixelToGraph (zoom-independent)
  float textWidthWebGL = totalTextWidth * fontScale * pixelToGraph;
  float charOffsetWebGL = charTextOffset * fontScale * pixelToGraph;
  float charAdvanceWebGL = charAdvance * fontScale * pixelToGraph;`,`

  // Font scale varying for fragment shader gamma scaling.
  // Ratio of rendered font size to atlas font size \u2014 used to tighten the
  // anti-aliasing band for large labels so they stay sharp.
  v_fontScale = fontScale;

  // -------------------------------------------------------------------------
  // Step 4: Alpha modifier from how much of the label fits in the body
  // -------------------------------------------------------------------------
  float alphaModifier = computeEdgeLabelAlpha(bodyLength, textWidthWebGL);

  // -------------------------------------------------------------------------
  // Step 5: Compute character center offset (truncation check moved to after curvature adjustment)
  // -------------------------------------------------------------------------
  // Body center in arc distance
  float bodyCenterDist = (bodyStartDist + bodyEndDist) * 0.5;

  float centerT = queryPathTAtDistance(pathId, bodyCenterDist, source, target);
  float screenDir = computeEdgeLabelScreenDir(pathId, centerT, source, target, u_matrix);

  // Reversed labels lay their characters out from target to source
  float readingSign = `).concat(c?"screenDir":"1.0",`;

  // Character center position relative to label center (on centerline, before curvature adjustment)
  float charCenterOffset = readingSign * (charOffsetWebGL + charAdvanceWebGL * 0.5 - textWidthWebGL * 0.5);

  // -------------------------------------------------------------------------
  // Step 6: Compute perpendicular offset based on position mode
  // -------------------------------------------------------------------------
  // Position modes: 0=over, 1=above, 2=below, 3=auto
  // Needed early for curvature-adaptive character spacing in Step 7
  float halfThickness = webGLThickness * 0.5;
  `).concat(h?`// Scaled mode: margin and text height scale with zoom (same factor as font)
  float marginWebGL = margin * u_zoomSizeRatio * u_correctionRatio / u_sizeRatio;
  float halfTextHeight = baseFontSize * 0.35 * u_zoomSizeRatio * u_correctionRatio / u_sizeRatio;`:`// Fixed mode: margin and text height stay constant in screen pixels
  float marginWebGL = margin * pixelToGraph;
  float halfTextHeight = baseFontSize * 0.35 * pixelToGraph;`,`
  float perpOffset = computeEdgeLabelPerpOffset(
    positionMode, halfThickness, marginWebGL, halfTextHeight, readingSign, screenDir
  );

  // -------------------------------------------------------------------------
  // Step 7: Position character on path using offset path traversal
  // -------------------------------------------------------------------------
  // For "over" mode (perpOffset = 0), use simple centerline placement
  // For above/below modes, walk along the offset path to find correct position
  float charT;

  if (perpOffset == 0.0) {
    // Simple case: place on centerline
    float charArcDist = bodyCenterDist + charCenterOffset;
    charT = queryPathTAtDistance(pathId, charArcDist, source, target);
  } else {
    // Offset path traversal: walk along the offset curve to find character position
    // This ensures even character spacing regardless of curvature

    `).concat(f?`// -----------------------------------------------------------------------
    // Corner skip setup for step/taxi edges with above/below labels
    // -----------------------------------------------------------------------
    // At concave corners (inner side of the bend), characters would bunch up
    // because the offset path has near-zero arc length. We detect corner
    // crossings during the offset path traversal and add skip distance.

    // Get corner t values and concavity
    vec2 cornerTs = queryGetCornerTs(pathId, source, target);
    vec2 concavity = queryGetCornerConcavity(pathId, source, target, perpOffset);

    // Skip distance in graph units, proportional to on-screen font size
    // For fixed mode: use pixelToGraph so gap stays constant regardless of zoom
    // For scaled mode: use the same conversion as text width
    `.concat(h?"float skipDistGraph = STEP_INNER_CORNER_SKIP_FACTOR * baseFontSize * u_zoomSizeRatio * u_correctionRatio / u_sizeRatio;":"float skipDistGraph = STEP_INNER_CORNER_SKIP_FACTOR * baseFontSize * pixelToGraph;",`

    // Corner t values for detecting crossings during traversal
    float corner1T = cornerTs.x;
    float corner2T = cornerTs.y;
    bool corner1IsConcave = concavity.x > 0.5;
    bool corner2IsConcave = concavity.y > 0.5;`):"",`

    // Target distance along offset path from center
    float targetOffsetDist = abs(charCenterOffset);

    // Handle center character (charCenterOffset \u2248 0) - no search needed
    if (targetOffsetDist < 0.0001) {
      charT = centerT;
    } else {
      vec2 centerPos = queryPathPosition(pathId, centerT, source, target);
      vec2 centerNormal = queryPathNormal(pathId, centerT, source, target);
      vec2 offsetCenter = centerPos + centerNormal * perpOffset;

      float searchDir = charCenterOffset > 0.0 ? 1.0 : -1.0;

      // Search bounds (t values for body start and end)
      float tBodyStart = queryPathTAtDistance(pathId, bodyStartDist, source, target);
      float tBodyEnd = queryPathTAtDistance(pathId, bodyEndDist, source, target);

      // Walk along offset path to find character position
      float accumDist = 0.0;
      vec2 prevOffsetPos = offsetCenter;
      float prevT = centerT;
      float foundT = centerT;

      // Search range depends on direction
      float tSearchEnd = searchDir > 0.0 ? tBodyEnd : tBodyStart;

      `).concat(f?`// Track which concave corners we've crossed to add skip distance
      bool crossedCorner1 = false;
      bool crossedCorner2 = false;
      float effectiveTargetDist = targetOffsetDist;`:"",`

      const int STEPS = 32;
      for (int i = 1; i <= STEPS; i++) {
        // Step along centerline t, from center toward target
        float stepT = centerT + searchDir * float(i) * abs(tSearchEnd - centerT) / float(STEPS);

        `).concat(f?`// Check for concave corner crossings and add skip distance
        // Corner 1 crossing check
        if (corner1IsConcave && !crossedCorner1) {
          bool crossingCorner1 = (searchDir > 0.0)
            ? (prevT < corner1T && stepT >= corner1T)
            : (prevT > corner1T && stepT <= corner1T);
          if (crossingCorner1) {
            crossedCorner1 = true;
            effectiveTargetDist += skipDistGraph;
          }
        }

        // Corner 2 crossing check
        if (corner2IsConcave && !crossedCorner2) {
          bool crossingCorner2 = (searchDir > 0.0)
            ? (prevT < corner2T && stepT >= corner2T)
            : (prevT > corner2T && stepT <= corner2T);
          if (crossingCorner2) {
            crossedCorner2 = true;
            effectiveTargetDist += skipDistGraph;
          }
        }`:"",`

        // Compute offset position at this t
        vec2 stepPos = queryPathPosition(pathId, stepT, source, target);
        vec2 stepNormal = queryPathNormal(pathId, stepT, source, target);
        vec2 offsetPos = stepPos + stepNormal * perpOffset;

        // Distance along offset path
        float segDist = length(offsetPos - prevOffsetPos);

        `).concat(f?`if (accumDist + segDist >= effectiveTargetDist) {
          // Interpolate within segment to find exact t
          float remaining = effectiveTargetDist - accumDist;
          float segT = remaining / max(segDist, 0.0001);
          foundT = mix(prevT, stepT, segT);
          break;
        }`:`if (accumDist + segDist >= targetOffsetDist) {
          // Interpolate within segment to find exact t
          float remaining = targetOffsetDist - accumDist;
          float segT = remaining / max(segDist, 0.0001);
          foundT = mix(prevT, stepT, segT);
          break;
        }`,`

        accumDist += segDist;
        prevOffsetPos = offsetPos;
        prevT = stepT;
        // Update foundT to last valid position in case loop exhausts without finding target
        foundT = stepT;
      }

      charT = foundT;
    }
  }

  // Get position and tangent at final character position
  vec2 pathPos = queryPathPosition(pathId, charT, source, target);
  vec2 tangent = queryPathTangent(pathId, charT, source, target);

  // Compute perpendicular direction (90 degrees from tangent)
  vec2 perpDir = vec2(-tangent.y, tangent.x);

  // Apply perpendicular offset to path position
  vec2 offsetPathPos = pathPos + perpDir * perpOffset;

  // -------------------------------------------------------------------------
  // Step 8: Build character quad
  // -------------------------------------------------------------------------
  // Character size in screen pixels
  vec2 charSizePixels = charSize * fontScale;

  // Character offset from origin to the atlas region's top-left corner.
  // bearingX/bearingY already include the SDF buffer.
  vec2 charOffsetPixels = charOffset * fontScale;

  // The character's local X offset from pathPos (which is at character center)
  float charLocalX = -charAdvance * 0.5 * fontScale;

  // Build quad position:
  // - Start at character origin (charLocalX on X axis, 0 on Y axis = baseline)
  // - Add bearing offset to get to atlas region corner
  // - Add quad corner * size to get vertex position
  vec2 quadPos;
  quadPos.x = charLocalX + charOffsetPixels.x + a_quadCorner.x * charSizePixels.x;
  // charOffset.y = -bearingY (negated), so -charOffsetPixels.y = bearingY * fontScale
  // (distance from baseline to atlas region top, positive = upward)
  // Quad corner (0,0) = bottom-left, (1,1) = top-right
  quadPos.y = -charOffsetPixels.y - charSizePixels.y * (1.0 - a_quadCorner.y);

  // Center vertically on the path by offsetting by half the visual text height
  // VERTICAL_CENTER_RATIO is the distance from baseline to visual center as a ratio of atlas font size
  float verticalCenterOffset = VERTICAL_CENTER_RATIO * ATLAS_FONT_SIZE * fontScale;
  quadPos.y -= verticalCenterOffset;

  // -------------------------------------------------------------------------
  // Step 9: Rotate quad to align with tangent
  // -------------------------------------------------------------------------
  // Rotation matrix from the reading direction
  // readingDir = (cos(angle), sin(angle)), so we can build rotation directly
  vec2 readingDir = tangent * readingSign;
  mat2 rotation = mat2(readingDir.x, readingDir.y, -readingDir.y, readingDir.x);

  // Convert pixel offset to WebGL units for rotation
  `).concat(h?"vec2 quadPosWebGL = quadPos * u_correctionRatio / u_sizeRatio; // Scaled mode":"vec2 quadPosWebGL = quadPos * pixelToGraph; // Fixed mode: use pixelToGraph for zoom-independent size",`

  // Rotate around character center on path
  vec2 rotatedOffset = rotation * quadPosWebGL;

  // Final position in graph space (using offset path position for above/below modes)
  vec2 worldPos = offsetPathPos + rotatedOffset;

  // -------------------------------------------------------------------------
  // Step 10: Transform to clip space
  // -------------------------------------------------------------------------
  vec3 clipPos = u_matrix * vec3(worldPos, 1.0);
  gl_Position = vec4(clipPos.xy, 0.0, 1.0);

  // -------------------------------------------------------------------------
  // Step 11: Texture coordinates
  // -------------------------------------------------------------------------
  // Flip Y for texture coordinates (texture Y goes down, quad Y goes up)
  vec2 texCorner = vec2(a_quadCorner.x, 1.0 - a_quadCorner.y);
  v_texCoord = (a_texCoords.xy + texCorner * a_texCoords.zw) / u_atlasSize;

  // -------------------------------------------------------------------------
  // Step 12: Pass color, border color, and alpha modifier
  // -------------------------------------------------------------------------
  v_color = a_color;
  v_color.a *= bias;
`).concat(t?`  v_borderColor = a_borderColor;
  v_borderColor.a *= bias;
  v_positionMode = positionMode;`:"",`
  v_alphaModifier = alphaModifier;

  // -------------------------------------------------------------------------
  // Step 13: Compute edge fade for soft truncation
  // -------------------------------------------------------------------------
  // Convert fade width from pixels to WebGL units
  `).concat(h?"float fadeWidthWebGL = FADE_WIDTH_PIXELS * u_correctionRatio / u_sizeRatio;":"float fadeWidthWebGL = FADE_WIDTH_PIXELS * pixelToGraph;",`

  // Compute the arc position of THIS VERTEX (not just character center)
  // The quad extends from charCenter - advance/2 to charCenter + advance/2
  // a_quadCorner.x is 0 for left edge, 1 for right edge
  float vertexLocalOffset = readingSign * (a_quadCorner.x - 0.5) * charAdvanceWebGL;
  float vertexArcOffset = charCenterOffset + vertexLocalOffset;

  // Compute distance from body edges (positive = inside body, negative = outside)
  float halfBody = bodyLength * 0.5;
  float distFromStart = vertexArcOffset + halfBody;  // Distance from body start edge
  float distFromEnd = halfBody - vertexArcOffset;    // Distance from body end edge
  float distFromEdge = min(distFromStart, distFromEnd);

  // Compute fade: 0 = fully visible (deep inside body), 1 = fully faded (at body edge)
  // Fade goes from 0 (at 2*fadeWidth inside) to 1 (at body edge)
  // This ensures text is fully transparent before reaching extremities
  v_edgeFade = 1.0 - smoothstep(0.0, fadeWidthWebGL * 2.0, distFromEdge);
}
`);return v}function Hd(){var n=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{},a=n.hasBorder,e=a===void 0?!1:a,t=`#version 300 es
precision highp float;

in vec2 v_texCoord;
in vec4 v_color;
`.concat(e?"in vec4 v_borderColor;":"",`
in float v_edgeFade;  // 0 = fully visible, 1 = fully faded
in float v_alphaModifier;  // 0-1 based on label visibility ratio
in float v_fontScale;  // Ratio of rendered font size to atlas font size
`).concat(e?"in float v_positionMode;  // Position mode (0=over, 1=above, 2=below, 3=auto)":"",`

uniform sampler2D u_atlas;
uniform float u_gamma;
uniform float u_sdfBuffer;
uniform float u_pixelRatio;
`).concat(e?"uniform float u_borderWidth;  // Border width in SDF units (normalized)":"",`

// Fragment output (single target - picking handled via separate pass)
out vec4 fragColor;

void main() {
  #ifdef PICKING_MODE
    // Edge labels are not pickable - discard all fragments in picking mode
    fragColor = vec4(0.0);
    discard;
  #else
  // SDF stores normalized distance: 0.5 = on edge, >0.5 = inside glyph
  float sdfValue = texture(u_atlas, v_texCoord).a;

  // Edge threshold accounting for SDF buffer padding
  float edge = 1.0 - u_sdfBuffer;

  // Scale gamma inversely with font scale so small labels get a wider AA band
  // (smoother) and large labels get a tighter band (sharper).
  float aaWidth = u_gamma / (u_pixelRatio * v_fontScale);

  // Apply edge fade for soft truncation at body boundaries
  // Also apply visibility-based alpha modifier for short edge labels
  float edgeAlpha = (1.0 - v_edgeFade) * v_alphaModifier;

`).concat(e?`  // Fill alpha: fully opaque inside the glyph
  float fillAlpha = smoothstep(edge - aaWidth, edge + aaWidth, sdfValue);

  // Only apply border for "over" position mode (v_positionMode == 0.0)
  // Labels positioned above/below/auto don't overlap the edge line and don't need borders
  if (v_positionMode < 0.5) {
    // Border rendering: compute alpha for both fill and border regions
    // Border extends from (edge - borderWidth) to edge
    float borderEdge = edge - u_borderWidth;

    // Border alpha: opaque in the border region (between borderEdge and edge)
    float borderAlpha = smoothstep(borderEdge - aaWidth, borderEdge + aaWidth, sdfValue);

    // Composite: fill on top of border
    // Border is visible where borderAlpha > 0 but fillAlpha < 1
    vec3 borderColorPremult = v_borderColor.rgb * v_borderColor.a * borderAlpha * edgeAlpha;
    vec3 fillColorPremult = v_color.rgb * v_color.a * fillAlpha * edgeAlpha;

    // Blend fill over border (fill replaces border where fill is opaque)
    float finalBorderAlpha = borderAlpha * (1.0 - fillAlpha);
    vec3 finalColor = fillColorPremult + v_borderColor.rgb * v_borderColor.a * finalBorderAlpha * edgeAlpha;
    float finalAlpha = (v_color.a * fillAlpha + v_borderColor.a * finalBorderAlpha) * edgeAlpha;

    fragColor = vec4(finalColor, finalAlpha);
  } else {
    // No border for above/below/auto positions - simple text rendering
    float finalAlpha = v_color.a * fillAlpha * edgeAlpha;
    fragColor = vec4(v_color.rgb * finalAlpha, finalAlpha);
  }`:`  // Smooth transition from transparent to opaque at glyph edge
  float alpha = smoothstep(edge - aaWidth, edge + aaWidth, sdfValue);

  // Premultiplied alpha output
  float finalAlpha = v_color.a * alpha * edgeAlpha;
  fragColor = vec4(v_color.rgb * finalAlpha, finalAlpha);`,`
  #endif
}
`);return t}function $d(n){var a=arguments.length>1&&arguments[1]!==void 0?arguments[1]:!1,e=arguments.length>2&&arguments[2]!==void 0?arguments[2]:"fixed",t=["u_matrix","u_sizeRatio","u_correctionRatio","u_pixelRatio","u_cameraAngle","u_sdfBufferPixels","u_resolution","u_atlasSize","u_atlas","u_gamma","u_sdfBuffer","u_nodeDataTexture","u_nodeDataTextureWidth","u_edgeDataTexture","u_edgeDataTextureWidth","u_edgeFrameTexture","u_edgeFrameTextureWidth","u_edgeAttributeTexture","u_edgeAttributeTextureWidth","u_edgeAttributeTexelsPerEdge"];e==="scaled"&&t.push("u_zoomSizeRatio"),a&&t.push("u_borderWidth");var r=M(n),i;try{for(r.s();!(i=r.n()).done;){var o=i.value,s=M(o.uniforms),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;t.includes(u.name)||t.push(u.name)}}catch(d){s.e(d)}finally{s.f()}}}catch(d){r.e(d)}finally{r.f()}return t}function Vd(n){var a=n.hasBorder,e=a===void 0?!1:a,t=n.fontSizeMode,r=t===void 0?"fixed":t;return{vertexShader:Ud(n),fragmentShader:Hd({hasBorder:e}),uniforms:$d(n.paths,e,r)}}var Xd=new Map;function jd(n){switch(n){case"over":return 0;case"above":return 1;case"below":return 2;case"auto":return 3;default:return 0}}function qd(n,a,e,t){var r=t.color,i=t.margin,o=t.textBorder,s=ho(t),l=s.paths,u=s.fontSizeMode,d=s.minVisibilityThreshold,c=s.fullVisibilityThreshold,h=s.keepUpright,f=!!o,g=Vd({paths:l,hasBorder:f,fontSizeMode:u,minVisibilityThreshold:d,fullVisibilityThreshold:c,keepUpright:h}),b=(function(p){function v(m,y,x){var _;K(this,v),_=le(this,v,[m,y,x]),A(_,"atlasTexture",null),A(_,"atlasNeedsUpdate",!1),A(_,"refreshTimeout",null),A(_,"labelGlyphCache",new Map),A(_,"edgeAttributeTexture",null);var T=at();if(_.attributeLayout=Fe([].concat($(l),[T])),_.attrDescriptors=da([].concat($(l),[T]),_.attributeLayout),_.edgeAttributeTexture=new ua(m,_.attributeLayout),_.packedAttributeData=new Float32Array(_.attributeLayout.floatsPerItem),_.atlasManager=new ft,_.gamma=.025,_.sdfBuffer=Be.cutoff,_.atlasTexture=m.createTexture(),!_.atlasTexture)throw new Error("EdgeLabelProgram: failed to create atlas texture");m.bindTexture(m.TEXTURE_2D,_.atlasTexture),m.texParameteri(m.TEXTURE_2D,m.TEXTURE_WRAP_S,m.CLAMP_TO_EDGE),m.texParameteri(m.TEXTURE_2D,m.TEXTURE_WRAP_T,m.CLAMP_TO_EDGE),m.texParameteri(m.TEXTURE_2D,m.TEXTURE_MIN_FILTER,m.LINEAR),m.texParameteri(m.TEXTURE_2D,m.TEXTURE_MAG_FILTER,m.LINEAR),m.bindTexture(m.TEXTURE_2D,null),_.atlasManager.on(ft.ATLAS_UPDATED_EVENT,function(){_.atlasNeedsUpdate=!0,_.refreshTimeout!==null&&clearTimeout(_.refreshTimeout),_.refreshTimeout=setTimeout(function(){_.refreshTimeout=null,_.renderer.refresh()},0)});var R={family:"sans-serif",weight:"normal",style:"normal"};return _.defaultFontKey=_.atlasManager.registerFont(R),_}return ue(v,p),Z(v,[{key:"getDefinition",value:function(){var y=WebGL2RenderingContext,x=y.FLOAT,_=y.UNSIGNED_BYTE,T=y.TRIANGLE_STRIP,R=new Set,S=[],E=M(l),w;try{for(E.s();!(w=E.n()).done;){var I=w.value,D=M(I.attributes),k;try{for(D.s();!(k=D.n()).done;){var C=k.value,F=C.name.startsWith("a_")?C.name:"a_".concat(C.name);R.has(F)||(R.add(F),S.push({name:F,size:C.size,type:C.type}))}}catch(z){D.e(z)}finally{D.f()}}}catch(z){E.e(z)}finally{E.f()}return{VERTICES:4,VERTEX_SHADER_SOURCE:g.vertexShader,FRAGMENT_SHADER_SOURCE:g.fragmentShader,METHOD:T,UNIFORMS:g.uniforms,ATTRIBUTES:[{name:"a_edgeIndex",size:1,type:x},{name:"a_edgeAttrIndex",size:1,type:x},{name:"a_baseFontSize",size:1,type:x},{name:"a_charMetrics",size:4,type:x},{name:"a_charDims",size:4,type:x},{name:"a_texCoords",size:4,type:x},{name:"a_labelParams",size:2,type:x},{name:"a_color",size:4,type:_,normalized:!0}].concat($(f?[{name:"a_borderColor",size:4,type:_,normalized:!0}]:[]),$(S.filter(function(z){return!["a_curvature","curvature"].includes(z.name)}))),CONSTANT_ATTRIBUTES:[{name:"a_quadCorner",size:2,type:x}],CONSTANT_DATA:[[0,0],[1,0],[0,1],[1,1]]}}},{key:"prepareLabelGlyphs",value:function(y,x){if(x.hidden||!x.text){this.labelGlyphCache.delete(y);return}var _=x.text,T=x.fontKey||this.defaultFontKey;this.atlasManager.ensureGlyphs(_,T);var R=[],S=[],E=0,w=M(_),I;try{for(w.s();!(I=w.n()).done;){var D=I.value,k=D.codePointAt(0);if(k===void 0){R.push(void 0),S.push(E);continue}var C=this.atlasManager.getGlyph(k,T);R.push(C),S.push(E),C&&(E+=C.advance)}}catch(F){w.e(F)}finally{w.f()}this.labelGlyphCache.set(y,{glyphs:R,xOffsets:S,totalWidth:E})}},{key:"processCharacter",value:function(y,x,_,T){var R,S,E,w=this.floats,I=this.STRIDE,D=y*I,k=this.labelGlyphCache.get(x.parentKey);if(!k||!k.glyphs[T]){for(var C=0;C<I;C++)w[D+C]=0;return}var F=k.glyphs[T],z=k.xOffsets[T],G=v.labelColor,L=G&&Q(G)==="object"&&"color"in G&&G.color?G.color:x.color,P=Pe(L),N=D;w[N++]=x.edgeIndex,w[N++]=(R=(S=this.edgeAttributeTexture)===null||S===void 0?void 0:S.getIndex(x.parentKey))!==null&&R!==void 0?R:0,w[N++]=x.size,w[N++]=z,w[N++]=F.advance,w[N++]=k.totalWidth,w[N++]=jd(x.position),w[N++]=F.atlasWidth,w[N++]=F.atlasHeight,w[N++]=F.bearingX,w[N++]=-F.bearingY,w[N++]=F.atlasX,w[N++]=F.atlasY,w[N++]=F.atlasWidth,w[N++]=F.atlasHeight;var H=(E=v.labelMargin)!==null&&E!==void 0?E:x.margin;if(w[N++]=H,w[N++]=0,w[N++]=P,f&&o){var U;typeof o.color=="string"?U=o.color:U=o.color.color||"#ffffff",w[N++]=Pe(U)}var q=new Set,V=M(l),j;try{for(V.s();!(j=V.n()).done;){var Ie=j.value,Te=M(Ie.attributes),$e;try{for(Te.s();!($e=Te.n()).done;){var St=$e.value,Yt=St.name.startsWith("a_")?St.name.slice(2):St.name;if(Yt!=="curvature"&&!q.has(Yt)){q.add(Yt);for(var Kt=0;Kt<St.size;Kt++)w[N++]=0}}}catch(Zt){Te.e(Zt)}finally{Te.f()}}}catch(Zt){V.e(Zt)}finally{V.f()}}},{key:"processEdgeLabel",value:function(y,x,_){if(this.prepareLabelGlyphs(y,_),this.edgeAttributeTexture&&!_.hidden&&_.text){this.edgeAttributeTexture.allocate(y);var T=this.packedAttributeData;ca(this.attrDescriptors,_.edgeAttributes,T,"",Xd,0),this.edgeAttributeTexture.updateAllAttributes(y,T)}return ve(v,"processLabel",this,3)([y,x,_])}},{key:"updateAtlasTexture",value:function(){if(this.atlasNeedsUpdate){var y=this.normalProgram.gl,x=this.atlasManager.getTextures();if(x.length!==0){var _=x[0];y.bindTexture(y.TEXTURE_2D,this.atlasTexture),y.texImage2D(y.TEXTURE_2D,0,y.RGBA,_.width,_.height,0,y.RGBA,y.UNSIGNED_BYTE,_.data),y.bindTexture(y.TEXTURE_2D,null),this.atlasNeedsUpdate=!1}}}},{key:"setUniforms",value:function(y,x){var _=x.gl,T=x.uniformLocations,R=this.atlasManager.getTextures(),S=R.length>0?[R[0].width,R[0].height]:[1,1];if(_.uniformMatrix3fv(T.u_matrix,!1,y.matrix),_.uniform1f(T.u_sizeRatio,y.sizeRatio),_.uniform1f(T.u_correctionRatio,y.correctionRatio),_.uniform1f(T.u_pixelRatio,y.pixelRatio),_.uniform1f(T.u_cameraAngle,y.cameraAngle),_.uniform1f(T.u_sdfBufferPixels,Be.buffer),_.uniform2f(T.u_resolution,y.width,y.height),_.uniform2f(T.u_atlasSize,S[0],S[1]),_.uniform1f(T.u_gamma,this.gamma),_.uniform1f(T.u_sdfBuffer,this.sdfBuffer),_.activeTexture(_.TEXTURE0),_.bindTexture(_.TEXTURE_2D,this.atlasTexture),_.uniform1i(T.u_atlas,0),T.u_nodeDataTexture!==void 0&&_.uniform1i(T.u_nodeDataTexture,y.nodeDataTextureUnit),T.u_nodeDataTextureWidth!==void 0&&_.uniform1i(T.u_nodeDataTextureWidth,y.nodeDataTextureWidth),T.u_edgeDataTexture!==void 0&&_.uniform1i(T.u_edgeDataTexture,y.edgeDataTextureUnit),T.u_edgeDataTextureWidth!==void 0&&_.uniform1i(T.u_edgeDataTextureWidth,y.edgeDataTextureWidth),T.u_edgeFrameTexture!==void 0&&_.uniform1i(T.u_edgeFrameTexture,y.edgeFrameTextureUnit),T.u_edgeFrameTextureWidth!==void 0&&_.uniform1i(T.u_edgeFrameTextureWidth,y.edgeFrameTextureWidth),f&&o&&T.u_borderWidth!==void 0){var E=o.width/Be.buffer*this.sdfBuffer;_.uniform1f(T.u_borderWidth,E)}if(this.edgeAttributeTexture&&T.u_edgeAttributeTexture!==void 0&&(this.edgeAttributeTexture.bind(ot),_.uniform1i(T.u_edgeAttributeTexture,ot),_.uniform1i(T.u_edgeAttributeTextureWidth,this.edgeAttributeTexture.getTextureWidth()),_.uniform1i(T.u_edgeAttributeTexelsPerEdge,this.edgeAttributeTexture.getTexelsPerItem())),u==="scaled"&&T.u_zoomSizeRatio!==void 0){var w=this.renderer.getSetting("zoomToSizeRatioFunction"),I=1/w(y.zoomRatio);_.uniform1f(T.u_zoomSizeRatio,I)}}},{key:"renderProgram",value:function(y,x){this.updateAtlasTexture(),this.atlasManager.hasPendingGlyphs()&&(this.atlasManager.flush(),this.updateAtlasTexture()),this.edgeAttributeTexture&&this.edgeAttributeTexture.upload(),ve(v,"renderProgram",this,3)([y,x])}},{key:"registerFont",value:function(y){var x=arguments.length>1&&arguments[1]!==void 0?arguments[1]:"normal",_=arguments.length>2&&arguments[2]!==void 0?arguments[2]:"normal";return this.atlasManager.registerFont({family:y,weight:x,style:_})}},{key:"getAtlasManager",value:function(){return this.atlasManager}},{key:"ensureGlyphsReady",value:function(y,x){var _=x||this.defaultFontKey,T=M(y),R;try{for(T.s();!(R=T.n()).done;){var S=R.value;this.atlasManager.ensureGlyphs(S,_)}}catch(E){T.e(E)}finally{T.f()}this.atlasManager.flush()}},{key:"measureLabelAtlasWidth",value:function(y,x){var _=x||this.defaultFontKey;this.atlasManager.ensureGlyphs(y,_),this.atlasManager.hasPendingGlyphs()&&this.atlasManager.flush();var T=0,R=M(y),S;try{for(R.s();!(S=R.n()).done;){var E=S.value,w=E.codePointAt(0);if(w!==void 0){var I=this.atlasManager.getGlyph(w,_);I&&(T+=I.advance)}}}catch(D){R.e(D)}finally{R.f()}return T}},{key:"measureLabel",value:function(y,x,_){var T=this.measureLabelAtlasWidth(y,_),R=x/Be.fontSize;return{width:T*R,height:x,textHeight:x}}},{key:"kill",value:function(){var y=this.normalProgram.gl;this.refreshTimeout!==null&&(clearTimeout(this.refreshTimeout),this.refreshTimeout=null),this.atlasTexture&&(y.deleteTexture(this.atlasTexture),this.atlasTexture=null),this.edgeAttributeTexture&&(this.edgeAttributeTexture.kill(),this.edgeAttributeTexture=null),this.atlasManager.destroy(),this.labelGlyphCache.clear(),ve(v,"kill",this,3)([])}}])})(no);return A(b,"labelColor",r),A(b,"labelMargin",i),new b(n,a,e)}function Yd(){var n=`
// No extremity - always returns positive (outside)
float extremity_none(vec2 uv, float lengthRatio, float widthRatio) {
  return 1.0;
}
`;return{name:"none",glsl:n,length:0,widthFactor:1,margin:0,uniforms:[],attributes:[]}}function fo(n,a,e,t,r,i,o){var s,l,u=so(t),d=u.paths,c=u.layers,h=u.defaultHead,f=u.defaultTail,g=[Yd()].concat($(u.extremities)),b={},p={};d.forEach(function(D,k){return b[D.name]=k}),g.forEach(function(D,k){return p[D.name]=k});var v=(s=p[h])!==null&&s!==void 0?s:0,m=(l=p[f])!==null&&l!==void 0?l:0,y=null,x=Fe([].concat($(d),$(c))),_=(function(D){function k(C,F,z){var G;K(this,k),y||(y=Ui({paths:d,extremities:g,layers:c,antialias:r})),G=le(this,k,[C,F,z]),A(G,"layerLifecycles",new Map),A(G,"needsShaderRegeneration",!1),A(G,"edgeAttributeTexture",null),A(G,"layout",x),A(G,"attrDescriptors",[]),A(G,"lifecycleIndexOffset",d.length),G._pickingBuffer=F,G.edgeAttributeTexture=new ua(C,G.layout),G.packedAttributeData=new Float32Array(G.layout.floatsPerItem),c.forEach(function(P,N){if(P.lifecycle){var H={gl:C,renderer:{refresh:function(){return z.refresh()}},getUniformLocation:function(q){return C.getUniformLocation(G.normalProgram.program,q)},requestShaderRegeneration:function(){G.needsShaderRegeneration=!0},requestRefresh:function(){z.refresh()}};G.layerLifecycles.set(N,P.lifecycle(H))}}),G.layerLifecycles.forEach(function(P){var N;return(N=P.init)===null||N===void 0?void 0:N.call(P)});var L=new Map;return G.layerLifecycles.forEach(function(P,N){P.getAttributeData&&L.set(d.length+N,P)}),G.attrDescriptors=da([].concat($(d),$(c)),G.layout,L),G}return ue(k,D),Z(k,[{key:"getAttributeTexture",value:function(){return this.edgeAttributeTexture}},{key:"resolveEdgeIds",value:function(F,z,G){var L=F,P=0,N=v,H=m,U=z?L.selfLoopPath:G&&L.parallelPath?L.parallelPath:L.path;U&&b[U]!==void 0&&(P=b[U]),L.head&&L.head!=="none"&&p[L.head]!==void 0&&(N=p[L.head]),L.tail&&L.tail!=="none"&&p[L.tail]!==void 0&&(H=p[L.tail]);var q=g[N],V=g[H];return{pathId:P,headId:N,tailId:H,headLengthRatio:Ne(q.length)?0:q.length,tailLengthRatio:Ne(V.length)?0:V.length}}},{key:"getDefinition",value:function(){var F=WebGL2RenderingContext,z=F.TRIANGLE_STRIP,G=z,L=y;return{VERTICES:L.verticesPerEdge,VERTEX_SHADER_SOURCE:L.vertexShader,FRAGMENT_SHADER_SOURCE:L.fragmentShader,METHOD:G,UNIFORMS:L.uniforms,ATTRIBUTES:L.attributes,CONSTANT_ATTRIBUTES:L.constantAttributes,CONSTANT_DATA:L.constantData}}},{key:"maybeRegenerateShaders",value:function(){var F=this;if(this.needsShaderRegeneration){this.needsShaderRegeneration=!1;var z=c.map(function(q,V){var j=F.layerLifecycles.get(V);return j!=null&&j.regenerate?j.regenerate():q});y=Ui({paths:d,extremities:g,layers:z,antialias:this.renderer.getSetting("antialiasEdges")});var G=this.normalProgram.gl,L=this.normalProgram,P=L.program,N=L.buffer,H=L.vertexShader,U=L.fragmentShader;G.deleteProgram(P),G.deleteBuffer(N),G.deleteShader(H),G.deleteShader(U),this.normalProgram=this.getProgramInfo("normal",G,y.vertexShader,y.fragmentShader,this._pickingBuffer)}}},{key:"process",value:function(F,z,G,L,P,N){var H=z*this.STRIDE;if(P.visibility==="hidden"||G.visibility==="hidden"||L.visibility==="hidden"){for(var U=H+this.STRIDE;H<U;H++)this.floats[H]=0;this.floats[z*this.STRIDE]=Ji;return}this.processVisibleItem(Ft(F),H,G,L,P,N)}},{key:"processVisibleItem",value:function(F,z,G,L,P,N){var H,U=this.floats,q=this.ints;U[z++]=N,U[z++]=Pe(P.color),q[z++]=F,U[z++]=(H=P.opacity)!==null&&H!==void 0?H:1;var V=this.packedAttributeData;ca(this.attrDescriptors,P,V,P.color,this.layerLifecycles,this.lifecycleIndexOffset),this.edgeAttributeTexture.updateAllAttributesAtRow(N,V)}},{key:"setUniforms",value:function(F,z){var G=this,L=z.gl,P=z.uniformLocations;P.u_matrix&&L.uniformMatrix3fv(P.u_matrix,!1,F.matrix),P.u_sizeRatio&&L.uniform1f(P.u_sizeRatio,F.sizeRatio),P.u_correctionRatio&&L.uniform1f(P.u_correctionRatio,F.correctionRatio),P.u_zoomRatio&&L.uniform1f(P.u_zoomRatio,F.zoomRatio),P.u_pixelRatio&&L.uniform1f(P.u_pixelRatio,F.pixelRatio),P.u_cameraAngle&&L.uniform1f(P.u_cameraAngle,F.cameraAngle),P.u_feather&&L.uniform1f(P.u_feather,F.antiAliasingFeather),P.u_minEdgeThickness&&L.uniform1f(P.u_minEdgeThickness,F.minEdgeThickness),P.u_pickingPadding&&L.uniform1f(P.u_pickingPadding,F.edgePickingPadding),P.u_nodeDataTexture&&L.uniform1i(P.u_nodeDataTexture,F.nodeDataTextureUnit),P.u_nodeDataTextureWidth&&L.uniform1i(P.u_nodeDataTextureWidth,F.nodeDataTextureWidth),P.u_edgeDataTexture&&L.uniform1i(P.u_edgeDataTexture,F.edgeDataTextureUnit),P.u_edgeDataTextureWidth&&L.uniform1i(P.u_edgeDataTextureWidth,F.edgeDataTextureWidth),P.u_edgeFrameTexture&&L.uniform1i(P.u_edgeFrameTexture,F.edgeFrameTextureUnit),P.u_edgeFrameTextureWidth&&L.uniform1i(P.u_edgeFrameTextureWidth,F.edgeFrameTextureWidth),this.edgeAttributeTexture&&this.layout.floatsPerItem>0&&(this.edgeAttributeTexture.bind(ot),P.u_edgeAttributeTexture&&L.uniform1i(P.u_edgeAttributeTexture,ot),P.u_edgeAttributeTextureWidth&&L.uniform1i(P.u_edgeAttributeTextureWidth,this.edgeAttributeTexture.getTextureWidth()),P.u_edgeAttributeTexelsPerEdge&&L.uniform1i(P.u_edgeAttributeTexelsPerEdge,this.edgeAttributeTexture.getTexelsPerItem()));var N=new Set;d.forEach(function(H){H.uniforms.forEach(function(U){N.has(U.name)||(N.add(U.name),G.setTypedUniform(U,z))})}),g.forEach(function(H){H.uniforms.forEach(function(U){N.has(U.name)||(N.add(U.name),G.setTypedUniform(U,z))})}),c.forEach(function(H){H.uniforms.forEach(function(U){N.has(U.name)||(N.add(U.name),G.setTypedUniform(U,z))})})}},{key:"render",value:function(F,z,G){this.maybeRegenerateShaders(),ve(k,"render",this,3)([F,z,G])}},{key:"renderProgram",value:function(F,z){this.layerLifecycles.forEach(function(G){var L;return(L=G.beforeRender)===null||L===void 0?void 0:L.call(G)}),ve(k,"renderProgram",this,3)([F,z])}},{key:"uploadAttributeTexture",value:function(){this.edgeAttributeTexture&&this.layout.floatsPerItem>0&&this.edgeAttributeTexture.upload()}},{key:"kill",value:function(){this.layerLifecycles.forEach(function(F){var z;return(z=F.kill)===null||z===void 0?void 0:z.call(F)}),this.edgeAttributeTexture&&(this.edgeAttributeTexture.kill(),this.edgeAttributeTexture=null),ve(k,"kill",this,3)([])}}])})(vt),T=g[v],R=g[m],S=O({paths:d,headLengthRatio:Ne(T.length)?0:T.length,tailLengthRatio:Ne(R.length)?0:R.length},t.label),E=ho(S),w=function(){return{labelProgram:qd(n,null,e,S),labelBackgroundProgram:Od(n,a,e,{shaderConfig:E})}},I=new Ld(n,{paths:d,extremities:g,layers:c,nodeShapes:i,nodeLayers:o});return{edgeProgram:new _(n,null,e),createLabelPrograms:w,framePass:I}}function Kd(n){return Q(n)==="object"&&"uniforms"in n&&Array.isArray(n.uniforms)}function Zd(n){return Q(n)==="object"&&"uniforms"in n&&"attributes"in n&&"glsl"in n}function Qd(n){return Q(n)==="object"&&"uniforms"in n&&"attributes"in n&&"segments"in n}function Jd(n){return Q(n)==="object"&&"uniforms"in n&&"attributes"in n&&"length"in n}function ec(n){return Q(n)==="object"&&"uniforms"in n&&"attributes"in n&&"glsl"in n}function tc(n){return Q(n)==="object"&&"glsl"in n&&"name"in n&&!("uniforms"in n)}function nc(n){return Q(n)==="object"&&"glsl"in n&&"name"in n&&!("uniforms"in n)}function ac(n){return Q(n)==="object"&&"glsl"in n&&"name"in n&&!("uniforms"in n)}function rc(n){if(Kd(n))return n;if(tc(n))return{name:n.name,glsl:n.glsl,inradiusFactor:n.inradiusFactor,uniforms:[]};throw new Error("Invalid node shape specification: ".concat(JSON.stringify(n)))}function ic(n){if(Zd(n))return n;if(gi(n))return{name:n.name,glsl:n.glsl,uniforms:[],attributes:[]};throw new Error("Invalid node layer specification: ".concat(JSON.stringify(n)))}function oc(n){if(Qd(n))return n;if(nc(n))return{name:n.name,glsl:n.glsl,segments:n.segments,uniforms:[],attributes:[]};throw new Error("Invalid edge path specification: ".concat(JSON.stringify(n)))}function sc(n){if(ec(n))return n;if(vi(n))return{name:n.name,glsl:n.glsl,uniforms:[],attributes:[]};throw new Error("Invalid edge layer specification: ".concat(JSON.stringify(n)))}function lc(n){if(Jd(n))return n;if(ac(n))return{name:n.name,glsl:n.glsl,length:n.length,widthFactor:n.widthFactor,margin:0,uniforms:[],attributes:[]};throw new Error("Invalid edge extremity specification: ".concat(JSON.stringify(n)))}function go(n){var a,e,t=(a=n?.shapes)!==null&&a!==void 0?a:un.shapes,r=(e=n?.layers)!==null&&e!==void 0?e:un.layers,i=t.map(rc),o=r.map(ic);if(i.length===0)throw new Error("At least one node shape must be specified.");if(o.length===0)throw new Error("At least one node layer must be specified.");return{shapes:i,layers:o}}function uc(n){var a,e,t,r=(a=n?.paths)!==null&&a!==void 0?a:It.paths,i=(e=n?.extremities)!==null&&e!==void 0?e:It.extremities,o=(t=n?.layers)!==null&&t!==void 0?t:It.layers,s=r.map(oc),l=i.map(lc).filter(function(d){return d!==null}),u=o.map(sc);if(s.length===0)throw new Error("At least one edge path must be specified.");if(u.length===0)throw new Error("At least one edge layer must be specified.");return{paths:s,extremities:l,layers:u}}function vo(n,a){var e={},t=M(n),r;try{for(t.s();!(r=t.n()).done;){var i=r.value;i.variables&&Object.assign(e,i.variables)}}catch(o){t.e(o)}finally{t.f()}return Object.assign(e,a||{}),e}function po(n,a,e,t,r){var i=go(t),o=i.shapes,s=i.layers,l=vo(o,t?.variables),u=ro(n,a,e,{shapes:o,layers:s,label:t?.label,backdrop:t?.backdrop,labelAttachments:t?.labelAttachments},r);return O(O({},u),{},{variables:l})}function mo(n,a,e,t,r,i){var o=uc(t),s=o.paths,l=o.extremities,u=o.layers,d=go(i),c=d.shapes,h=d.layers,f=vo(s,t?.variables),g=fo(n,a,e,{paths:s,extremities:l,layers:u,defaultHead:t?.defaultHead,defaultTail:t?.defaultTail,label:t?.label},r,c,h);return O(O({},g),{},{variables:f,paths:s})}var dc=2;function bo(n,a,e){var t=arguments.length>3&&arguments[3]!==void 0?arguments[3]:dc,r=a.canvas,i=r.width,o=r.height,s=e.x,l=e.y,u=e.rowHeight,d=e.maxRowWidth,c={},h=[],f=M(n),g;try{for(f.s();!(g=f.n()).done;){var b=g.value,p=b.width+t,v=b.height+t;if(p>i||v>o||s+p>i&&l+u+v>o){h.push(b);continue}s+p>i&&(d=Math.max(d,s),s=0,l+=u,u=v),b.draw(a,s,l),c[b.key]={x:s,y:l,width:b.width,height:b.height},s+=p,u=Math.max(u,v)}}catch(m){f.e(m)}finally{f.f()}return d=Math.max(d,s),{atlas:c,cursor:{x:s,y:l,rowHeight:u,maxRowWidth:d},remaining:h}}function Se(n,a,e,t){var r=Object.defineProperty;try{r({},"",{})}catch{r=0}Se=function(i,o,s,l){function u(d,c){Se(i,d,function(h){return this._invoke(d,c,h)})}o?r?r(i,o,{value:s,enumerable:!l,configurable:!l,writable:!l}):i[o]=s:(u("next",0),u("throw",1),u("return",2))},Se(n,a,e,t)}function Re(){var n,a,e=typeof Symbol=="function"?Symbol:{},t=e.iterator||"@@iterator",r=e.toStringTag||"@@toStringTag";function i(f,g,b,p){var v=g&&g.prototype instanceof s?g:s,m=Object.create(v.prototype);return Se(m,"_invoke",(function(y,x,_){var T,R,S,E=0,w=_||[],I=!1,D={p:0,n:0,v:n,a:k,f:k.bind(n,4),d:function(C,F){return T=C,R=0,S=n,D.n=F,o}};function k(C,F){for(R=C,S=F,a=0;!I&&E&&!z&&a<w.length;a++){var z,G=w[a],L=D.p,P=G[2];C>3?(z=P===F)&&(S=G[(R=G[4])?5:(R=3,3)],G[4]=G[5]=n):G[0]<=L&&((z=C<2&&L<G[1])?(R=0,D.v=F,D.n=G[1]):L<P&&(z=C<3||G[0]>F||F>P)&&(G[4]=C,G[5]=F,D.n=P,R=0))}if(z||C>1)return o;throw I=!0,F}return function(C,F,z){if(E>1)throw TypeError("Generator is already running");for(I&&F===1&&k(F,z),R=F,S=z;(a=R<2?n:S)||!I;){T||(R?R<3?(R>1&&(D.n=-1),k(R,S)):D.n=S:D.v=S);try{if(E=2,T){if(R||(C="next"),a=T[C]){if(!(a=a.call(T,S)))throw TypeError("iterator result is not an object");if(!a.done)return a;S=a.value,R<2&&(R=0)}else R===1&&(a=T.return)&&a.call(T),R<2&&(S=TypeError("The iterator does not provide a '"+C+"' method"),R=1);T=n}else if((a=(I=D.n<0)?S:y.call(x,D))!==o)break}catch(G){T=n,R=1,S=G}finally{E=1}}return{value:a,done:I}}})(f,b,p),!0),m}var o={};function s(){}function l(){}function u(){}a=Object.getPrototypeOf;var d=[][t]?a(a([][t]())):(Se(a={},t,function(){return this}),a),c=u.prototype=s.prototype=Object.create(d);function h(f){return Object.setPrototypeOf?Object.setPrototypeOf(f,u):(f.__proto__=u,Se(f,r,"GeneratorFunction")),f.prototype=Object.create(c),f}return l.prototype=u,Se(c,"constructor",u),Se(u,"constructor",l),l.displayName="GeneratorFunction",Se(u,r,"GeneratorFunction"),Se(c),Se(c,r,"Generator"),Se(c,t,function(){return this}),Se(c,"toString",function(){return"[object Generator]"}),(Re=function(){return{w:i,m:h}})()}function yo(n,a,e,t,r,i,o){try{var s=n[i](o),l=s.value}catch(u){return void e(u)}s.done?a(l):Promise.resolve(l).then(t,r)}function $t(n){return function(){var a=this,e=arguments;return new Promise(function(t,r){var i=n.apply(a,e);function o(l){yo(i,t,r,o,s,"next",l)}function s(l){yo(i,t,r,o,s,"throw",l)}o(void 0)})}}var fa=new Map,_o=!1;function cc(n){return new Promise(function(a,e){var t=new FileReader;t.onload=function(){return a(t.result)},t.onerror=e,t.readAsDataURL(n)})}function hc(n){if(!fa.has(n)){var a=fetch(n).then(function(e){return e.blob()}).then(cc).catch(function(){return fa.delete(n),null});fa.set(n,a)}return fa.get(n)}function fc(n){return nr.apply(this,arguments)}function nr(){return nr=$t(Re().m(function n(a){var e,t,r;return Re().w(function(i){for(;;)switch(i.n){case 0:return e=document.createElement("div"),e.innerHTML=a,t=Array.from(e.querySelectorAll("img[src]")),r=t.filter(function(o){return!o.getAttribute("src").startsWith("data:")}),i.n=1,Promise.all(r.map((function(){var o=$t(Re().m(function s(l){var u;return Re().w(function(d){for(;;)switch(d.n){case 0:return d.n=1,hc(l.getAttribute("src"));case 1:u=d.v,u&&l.setAttribute("src",u);case 2:return d.a(2)}},s)}));return function(s){return o.apply(this,arguments)}})()));case 1:return i.a(2,e.innerHTML)}},n)})),nr.apply(this,arguments)}function xo(n){return ar.apply(this,arguments)}function ar(){return ar=$t(Re().m(function n(a){var e,t,r,i,o,s,l,u,d,c,h,f,g,b=arguments;return Re().w(function(p){for(;;)switch(p.n){case 0:if(e=b.length>1&&b[1]!==void 0?b[1]:1,t=a instanceof SVGElement?new XMLSerializer().serializeToString(a):a,r=new DOMParser,i=r.parseFromString(t,"image/svg+xml"),o=i.querySelector("svg"),o){p.n=1;break}return p.a(2,null);case 1:if(s=parseFloat(o.getAttribute("width")||""),l=parseFloat(o.getAttribute("height")||""),(!(s>0)||!(l>0))&&(u=o.getAttribute("viewBox"),u&&(d=u.trim().split(/[\s,]+/),s=parseFloat(d[2]),l=parseFloat(d[3]))),!(!(s>0)||!(l>0))){p.n=2;break}return console.warn("Sigma: SVG label attachment has no parseable dimensions \u2014 skipped."),p.a(2,null);case 2:return c=Math.ceil(s*e),h=Math.ceil(l*e),f=new Blob([t],{type:"image/svg+xml"}),g=URL.createObjectURL(f),p.a(2,new Promise(function(v){var m=new Image;m.onload=function(){var y=document.createElement("canvas");y.width=c,y.height=h,y.getContext("2d").drawImage(m,0,0,c,h),URL.revokeObjectURL(g);try{y.getContext("2d").getImageData(0,0,1,1)}catch(x){if(x instanceof DOMException&&x.name==="SecurityError"){_o||(_o=!0,console.warn('Sigma: A label attachment was skipped because the rendered canvas is tainted. SVG with <foreignObject> (used by the "html" attachment type) is blocked in Chromium and Safari. Use type: "canvas" with Canvas 2D rendering instead.')),v(null);return}throw x}v(y)},m.onerror=function(){URL.revokeObjectURL(g),v(null)},m.src=g}))}},n)})),ar.apply(this,arguments)}function gc(n,a){var e=document.createElement("div");e.style.cssText="position:fixed;left:-99999px;top:0;visibility:hidden;width:max-content;height:max-content",e.innerHTML=(a?"<style>".concat(a,"</style>"):"")+n,document.body.appendChild(e);var t=e.getBoundingClientRect(),r=t.width,i=t.height;return document.body.removeChild(e),{width:Math.ceil(r),height:Math.ceil(i)}}function vc(n,a,e,t){return rr.apply(this,arguments)}function rr(){return rr=$t(Re().m(function n(a,e,t,r){var i,o,s,l,u,d,c,h,f=arguments;return Re().w(function(g){for(;;)switch(g.n){case 0:return i=f.length>4&&f[4]!==void 0?f[4]:1,o=a instanceof HTMLElement?a.outerHTML:a,g.n=1,fc(o);case 1:return s=g.v,(t==null||r==null)&&(l=gc(s,e),t=t??l.width,r=r??l.height),u=Math.ceil(t*i),d=Math.ceil(r*i),c=e?"<style>".concat(e,"</style>"):"",h='<svg xmlns="http://www.w3.org/2000/svg" '+'width="'.concat(u,'" height="').concat(d,'" viewBox="0 0 ').concat(t," ").concat(r,'">')+'<foreignObject width="'.concat(t,'" height="').concat(r,'">')+'<body xmlns="http://www.w3.org/1999/xhtml" style="margin:0;padding:0">'.concat(c).concat(s,"</body>")+"</foreignObject></svg>",g.a(2,xo(h,1))}},n)})),rr.apply(this,arguments)}function pc(n){return ir.apply(this,arguments)}function ir(){return ir=$t(Re().m(function n(a){var e,t=arguments,r;return Re().w(function(i){for(;;)switch(i.n){case 0:e=t.length>1&&t[1]!==void 0?t[1]:1,r=a.type,i.n=r==="canvas"?1:r==="svg"?2:r==="html"?3:4;break;case 1:return i.a(2,a.canvas);case 2:return i.a(2,xo(a.svg,e));case 3:return i.a(2,vc(a.html,a.css,a.width,a.height,e));case 4:return i.a(2)}},n)})),ir.apply(this,arguments)}var Ht=2048,To=(function(){function n(a,e,t){K(this,n),A(this,"cache",new Map),A(this,"pending",new Set),A(this,"atlas",{}),A(this,"glTexture",null),A(this,"dirty",!0),this.gl=a,this.renderers=e,this.scheduleRender=t,this.packCanvas=document.createElement("canvas"),this.packCanvas.width=Ht,this.packCanvas.height=Ht,this.packCtx=this.packCanvas.getContext("2d")}return Z(n,[{key:"renderAttachment",value:function(e,t,r){var i=this,o="".concat(e,":").concat(t);if(!(this.cache.has(o)||this.pending.has(o))){var s=this.renderers[t];if(s){var l=s(r);if(l){this.pending.add(o);var u=r.pixelRatio;Promise.resolve(l).then((function(){var d=$t(Re().m(function c(h){var f;return Re().w(function(g){for(;;)switch(g.n){case 0:if(i.pending.has(o)){g.n=1;break}return g.a(2);case 1:if(i.pending.delete(o),h){g.n=2;break}return g.a(2);case 2:return g.n=3,pc(h,u);case 3:if(f=g.v,!(!f||f.width===0||f.height===0)){g.n=4;break}return g.a(2);case 4:i.cache.set(o,{image:f,width:f.width,height:f.height}),i.dirty=!0,i.scheduleRender();case 5:return g.a(2)}},c)}));return function(c){return d.apply(this,arguments)}})())}}}}},{key:"regenerateAtlas",value:function(){if(this.dirty){this.dirty=!1;var e=[];if(this.cache.forEach(function(u,d){e.push({key:d,width:u.width,height:u.height,draw:function(h,f,g){h.drawImage(u.image,f,g)}})}),e.length===0){this.atlas={},this.deleteGLTexture();return}var t={x:0,y:0,rowHeight:0,maxRowWidth:0};this.packCtx.clearRect(0,0,Ht,Ht);var r=bo(e,this.packCtx,t),i=r.atlas,o=r.remaining;this.atlas=i,o.length>0&&console.warn("Sigma: ".concat(o.length," label attachment(s) could not fit in the ").concat(Ht,"x").concat(Ht," atlas and will not be rendered.")),this.deleteGLTexture();var s=this.gl,l=s.createTexture();s.activeTexture(s.TEXTURE0+mn),s.bindTexture(s.TEXTURE_2D,l),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!0),s.texImage2D(s.TEXTURE_2D,0,s.RGBA,s.RGBA,s.UNSIGNED_BYTE,this.packCanvas),s.pixelStorei(s.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MIN_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_MAG_FILTER,s.LINEAR),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_S,s.CLAMP_TO_EDGE),s.texParameteri(s.TEXTURE_2D,s.TEXTURE_WRAP_T,s.CLAMP_TO_EDGE),this.glTexture=l}}},{key:"bindTexture",value:function(e){if(this.glTexture){var t=this.gl;t.activeTexture(t.TEXTURE0+e),t.bindTexture(t.TEXTURE_2D,this.glTexture)}}},{key:"getEntry",value:function(e,t){var r="".concat(e,":").concat(t);return this.atlas[r]||null}},{key:"invalidateNode",value:function(e){var t="".concat(e,":"),r=M(this.cache.keys()),i;try{for(r.s();!(i=r.n()).done;){var o=i.value;o.startsWith(t)&&(this.cache.delete(o),this.dirty=!0)}}catch(d){r.e(d)}finally{r.f()}var s=M(this.pending),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;u.startsWith(t)&&this.pending.delete(u)}}catch(d){s.e(d)}finally{s.f()}}},{key:"restore",value:function(){this.glTexture=null,this.dirty=!0}},{key:"clear",value:function(){this.cache.clear(),this.pending.clear(),this.atlas={},this.dirty=!0,this.deleteGLTexture()}},{key:"kill",value:function(){this.clear(),this.packCanvas=null,this.packCtx=null,this.gl=null}},{key:"deleteGLTexture",value:function(){this.glTexture&&(this.gl.deleteTexture(this.glTexture),this.glTexture=null)}}])})(),or=(function(){function n(a){K(this,n),A(this,"buckets",new Map),A(this,"keyDepth",new Map);var e=M(a),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;this.buckets.set(r,new Set)}}catch(i){e.e(i)}finally{e.f()}}return Z(n,[{key:"has",value:function(e){return this.keyDepth.has(e)}},{key:"getBucket",value:function(e){return this.buckets.get(e)}},{key:"set",value:function(e,t){var r,i=this.keyDepth.get(e);if(i!==t){var o=this.buckets.get(t);if(!o)throw new Error('Sigma: "'.concat(t,'" is not a declared depth layer'));i!==void 0&&((r=this.buckets.get(i))===null||r===void 0||r.delete(e)),o.add(e),this.keyDepth.set(e,t)}}},{key:"remove",value:function(e){var t=this.keyDepth.get(e);t!==void 0&&(this.buckets.get(t).delete(e),this.keyDepth.delete(e))}},{key:"clearAll",value:function(){var e=M(this.buckets.values()),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;r.clear()}}catch(i){e.e(i)}finally{e.f()}this.keyDepth.clear()}},{key:"getSorted",value:function(e,t){var r=this.buckets.get(e);return!r||r.size===0?[]:$(r).sort(function(i,o){return t(i)-t(o)})}}])})(),Eo=(function(n){function a(e,t){return K(this,a),le(this,a,[e,2,t])}return ue(a,n),Z(a,[{key:"updateNode",value:function(t,r,i,o,s,l,u,d){var c=this.indexMap.get(t);if(c===void 0)throw new Error('Node "'.concat(t,'" not allocated in NodeDataTexture'));var h=nt(d),f=ee(h,4),g=f[0],b=f[1],p=f[2],v=f[3],m=c*2*4;this.data[m]=r,this.data[m+1]=i,this.data[m+2]=o,this.data[m+3]=s,this.data[m+4]=l,this.data[m+5]=u,this.data[m+6]=g*65536+b*256+p,this.data[m+7]=v/255,this.markDirty(c)}}])})(la),mc=1024,bc=1.5,yc=4096,sr=(function(){function n(a,e){var t;if(K(this,n),A(this,"texture",null),A(this,"framebuffer",null),!a.getExtension("EXT_color_buffer_float"))throw new Error("sigma: EXT_color_buffer_float is required for label/edge placement but is unavailable in this WebGL2 context.");this.gl=a,this.channels=e.channels,this.capacity=this.roundUpToPowerOfTwo((t=e.initialCapacity)!==null&&t!==void 0?t:mc);var r=this.computeDimensions(this.capacity);this.textureWidth=r.width,this.textureHeight=r.height,this.create()}return Z(n,[{key:"roundUpToPowerOfTwo",value:function(e){return Math.pow(2,Math.ceil(Math.log2(Math.max(1,e))))}},{key:"computeDimensions",value:function(e){var t=Math.min(e,yc),r=Math.ceil(e/t);return{width:t,height:r}}},{key:"create",value:function(){var e=this.gl,t=this.channels===1?e.R32F:e.RGBA32F,r=this.channels===1?e.RED:e.RGBA;if(this.texture=e.createTexture(),e.activeTexture(e.TEXTURE0),e.bindTexture(e.TEXTURE_2D,this.texture),e.texImage2D(e.TEXTURE_2D,0,t,this.textureWidth,this.textureHeight,0,r,e.FLOAT,null),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MAG_FILTER,e.NEAREST),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE),this.framebuffer=e.createFramebuffer(),e.bindFramebuffer(e.FRAMEBUFFER,this.framebuffer),e.framebufferTexture2D(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,this.texture,0),e.checkFramebufferStatus(e.FRAMEBUFFER)!==e.FRAMEBUFFER_COMPLETE)throw new Error("sigma: float framebuffer for frame-pass placement is incomplete.");e.bindFramebuffer(e.FRAMEBUFFER,null),e.bindTexture(e.TEXTURE_2D,null)}},{key:"ensureCapacity",value:function(e){if(!(e<=this.capacity)){var t=this.gl;this.capacity=this.roundUpToPowerOfTwo(Math.ceil(e*bc));var r=this.computeDimensions(this.capacity);this.textureWidth=r.width,this.textureHeight=r.height,this.texture&&t.deleteTexture(this.texture),this.framebuffer&&t.deleteFramebuffer(this.framebuffer),this.create()}}},{key:"bindAsRenderTarget",value:function(){var e=this.gl;e.bindFramebuffer(e.FRAMEBUFFER,this.framebuffer),e.viewport(0,0,this.textureWidth,this.textureHeight)}},{key:"bind",value:function(e){var t=this.gl;t.activeTexture(t.TEXTURE0+e),t.bindTexture(t.TEXTURE_2D,this.texture)}},{key:"getTexture",value:function(){return this.texture}},{key:"getTextureWidth",value:function(){return this.textureWidth}},{key:"getTextureHeight",value:function(){return this.textureHeight}},{key:"restore",value:function(){this.gl.getExtension("EXT_color_buffer_float"),this.create()}},{key:"kill",value:function(){var e=this.gl;this.texture&&(e.deleteTexture(this.texture),this.texture=null),this.framebuffer&&(e.deleteFramebuffer(this.framebuffer),this.framebuffer=null)}}])})(),So=(function(n){function a(e,t){return K(this,a),le(this,a,[e,2,t])}return ue(a,n),Z(a,[{key:"updateEdge",value:function(t,r,i,o,s,l){var u=arguments.length>6&&arguments[6]!==void 0?arguments[6]:0,d=arguments.length>7&&arguments[7]!==void 0?arguments[7]:0,c=arguments.length>8&&arguments[8]!==void 0?arguments[8]:0,h=this.indexMap.get(t);if(h===void 0)throw new Error('Edge "'.concat(t,'" not allocated in EdgeDataTexture'));var f=h*this.TEXELS_PER_ITEM*4;this.data[f+0]=r,this.data[f+1]=i,this.data[f+2]=o,this.data[f+3]=0,this.data[f+4]=s,this.data[f+5]=l,this.data[f+6]=u,this.data[f+7]=(d&15)<<4|c&15,this.markDirty(h)}}])})(la);var xf=Ze(At()),Tf=Ze(In());function _c(n,a){if(n==null)return{};var e={};for(var t in n)if({}.hasOwnProperty.call(n,t)){if(a.indexOf(t)!==-1)continue;e[t]=n[t]}return e}function Ro(n,a){if(n==null)return{};var e,t,r=_c(n,a);if(Object.getOwnPropertySymbols){var i=Object.getOwnPropertySymbols(n);for(t=0;t<i.length;t++)e=i[t],a.indexOf(e)===-1&&{}.propertyIsEnumerable.call(n,e)&&(r[e]=n[e])}return r}var xc=["factor"],Tc=["factor"],Ao=1.5,lr={x:.5,y:.5,angle:0,ratio:1},Do=(function(n){function a(){var e;K(this,a);for(var t=arguments.length,r=new Array(t),i=0;i<t;i++)r[i]=arguments[i];return e=le(this,a,[].concat(r)),A(e,"minRatio",null),A(e,"maxRatio",null),A(e,"enabled",!0),A(e,"enabledZooming",!0),A(e,"enabledPanning",!0),A(e,"enabledRotation",!0),A(e,"constrainState",null),A(e,"state",O({},lr)),A(e,"previousState",O({},lr)),A(e,"nextFrame",null),A(e,"currentAnimationFrom",null),A(e,"currentAnimationTo",null),A(e,"animationCallback",null),e}return ue(a,n),Z(a,[{key:"x",get:function(){return this.state.x}},{key:"y",get:function(){return this.state.y}},{key:"angle",get:function(){return this.state.angle}},{key:"ratio",get:function(){return this.state.ratio}},{key:"getState",value:function(){return O({},this.state)}},{key:"getPreviousState",value:function(){return O({},this.previousState)}},{key:"getBoundedRatio",value:function(t){var r=t;return typeof this.minRatio=="number"&&(r=Math.max(r,this.minRatio)),typeof this.maxRatio=="number"&&(r=Math.min(r,this.maxRatio)),r}},{key:"validateState",value:function(t){var r=this.getState();return this.enabledPanning&&typeof t.x=="number"&&(r.x=t.x),this.enabledPanning&&typeof t.y=="number"&&(r.y=t.y),this.enabledZooming&&typeof t.ratio=="number"&&(r.ratio=this.getBoundedRatio(t.ratio)),this.enabledRotation&&typeof t.angle=="number"&&(r.angle=t.angle),this.constrainState?this.constrainState(r):r}},{key:"isAnimating",value:function(){return this.nextFrame!==null}},{key:"setState",value:function(t){if(!this.enabled)return this;var r=this.validateState(t);return Li(this.state,r)?this:(this.previousState=this.state,this.state=r,this.emit("updated",this.getState()),this)}},{key:"updateState",value:function(t){return this.setState(t(this.getState())),this}},{key:"animate",value:function(t,r){var i=this;return this.enabled?new Promise(function(o){return i.runAnimation(t,O(O({},ki),r),o)}):Promise.resolve()}},{key:"cancelAnimation",value:function(){return this.nextFrame!==null&&(cancelAnimationFrame(this.nextFrame),this.nextFrame=null),this.resolveAnimation(),this.emitAnimationEnd(!1),this}},{key:"zoomIn",value:function(){var t=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{},r=t.factor,i=r===void 0?Ao:r,o=Ro(t,xc);return this.animate({ratio:this.ratio/i},o)}},{key:"zoomOut",value:function(){var t=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{},r=t.factor,i=r===void 0?Ao:r,o=Ro(t,Tc);return this.animate({ratio:this.ratio*i},o)}},{key:"reset",value:function(t){return this.animate(lr,t)}},{key:"runAnimation",value:function(t,r,i){var o=this,s=Vn(r.easing),l=Date.now(),u=this.getState(),d=this.validateState(t),c=function(){if(!o.enabled){o.cancelAnimation();return}var f=r.duration>0?(Date.now()-l)/r.duration:1;if(f>=1){o.nextFrame=null,o.setState(d),o.resolveAnimation(),o.emitAnimationEnd(!0);return}var g=s(f);o.setState({x:u.x+(d.x-u.x)*g,y:u.y+(d.y-u.y)*g,angle:u.angle+(d.angle-u.angle)*g,ratio:u.ratio+(d.ratio-u.ratio)*g}),o.nextFrame=requestAnimationFrame(c)};this.cancelAnimation(),this.currentAnimationFrom=u,this.currentAnimationTo=d,this.animationCallback=i,this.emit("animationStart",{from:u,to:d}),c()}},{key:"resolveAnimation",value:function(){var t=this.animationCallback;this.animationCallback=null,t&&t()}},{key:"emitAnimationEnd",value:function(t){var r=this.currentAnimationFrom,i=this.currentAnimationTo;!r||!i||(this.currentAnimationFrom=null,this.currentAnimationTo=null,this.emit("animationEnd",{from:r,to:i,completed:t}))}}],[{key:"from",value:function(t){var r=new a;return r.setState(t)}}])})(Yn);function Ae(n,a){var e=a.getBoundingClientRect();return{x:n.clientX-e.left,y:n.clientY-e.top}}function Ue(n,a){var e=O(O({},Ae(n,a)),{},{sigmaDefaultPrevented:!1,preventSigmaDefault:function(){e.sigmaDefaultPrevented=!0},original:n});return e}function pt(n){var a="x"in n?n:O(O({},n.touches[0]||n.previousTouches[0]),{},{original:n.original,sigmaDefaultPrevented:n.sigmaDefaultPrevented,preventSigmaDefault:function(){n.sigmaDefaultPrevented=!0,a.sigmaDefaultPrevented=!0}});return a}function Ec(n,a){var e=Ue(n,a);return e.delta=Uo(n),e}var Sc=2;function va(n){for(var a=[],e=0,t=Math.min(n.length,Sc);e<t;e++)a.push(n[e]);return a}function yn(n,a,e){var t={touches:va(n.touches).map(function(r){return Ae(r,e)}),previousTouches:a.map(function(r){return Ae(r,e)}),sigmaDefaultPrevented:!1,preventSigmaDefault:function(){t.sigmaDefaultPrevented=!0},original:n};return t}function Uo(n){if(typeof n.deltaY<"u")return n.deltaY*-3/360;if(typeof n.detail<"u")return n.detail/-9;throw new Error("Captor: could not extract delta from event.")}var Ho=(function(n){function a(e,t){var r;return K(this,a),r=le(this,a),r.container=e,r.renderer=t,r}return ue(a,n),Z(a)})(Yn),Rc=["doubleClickTimeout","doubleClickZoomingDuration","doubleClickZoomingRatio","dragTimeout","draggedEventsTolerance","enableCameraMouseRotation","gestureTarget","inertiaDuration","inertiaRatio","zoomDuration","zoomingRatio"],Ac=Rc.reduce(function(n,a){return O(O({},n),{},A({},a,Qn[a]))},{});function _n(n){return n instanceof PointerEvent&&n.pointerType==="touch"}var Dc=(function(n){function a(e,t){var r;return K(this,a),r=le(this,a,[e,t]),A(r,"enabled",!0),A(r,"draggedEvents",0),A(r,"downStartTime",null),A(r,"lastMouseX",null),A(r,"lastMouseY",null),A(r,"isMouseDown",!1),A(r,"isMoving",!1),A(r,"isPanningStage",!1),A(r,"movingTimeout",null),A(r,"startCameraState",null),A(r,"clicks",0),A(r,"doubleClickTimeout",null),A(r,"isRightMouseDown",!1),A(r,"startRotationAngle",null),A(r,"startCameraAngle",null),A(r,"currentWheelDirection",0),A(r,"lastWheelAnimationId",0),A(r,"settings",Ac),r.handleRightClick=r.handleRightClick.bind(r),r.handleDown=r.handleDown.bind(r),r.handleUp=r.handleUp.bind(r),r.handleMove=r.handleMove.bind(r),r.handleWheel=r.handleWheel.bind(r),r.handleLeave=r.handleLeave.bind(r),r.handleEnter=r.handleEnter.bind(r),e.addEventListener("contextmenu",r.handleRightClick,{capture:!1}),e.addEventListener("pointerdown",r.handleDown,{capture:!1}),e.addEventListener("wheel",r.handleWheel,{capture:!1,passive:!1}),e.addEventListener("pointerleave",r.handleLeave,{capture:!1}),e.addEventListener("pointerenter",r.handleEnter,{capture:!1}),document.addEventListener("pointermove",r.handleMove,{capture:!1}),document.addEventListener("pointerup",r.handleUp,{capture:!1}),r}return ue(a,n),Z(a,[{key:"kill",value:function(){var t=this.container;t.removeEventListener("contextmenu",this.handleRightClick),t.removeEventListener("pointerdown",this.handleDown),t.removeEventListener("wheel",this.handleWheel),t.removeEventListener("pointerleave",this.handleLeave),t.removeEventListener("pointerenter",this.handleEnter),document.removeEventListener("pointermove",this.handleMove),document.removeEventListener("pointerup",this.handleUp)}},{key:"handleClick",value:function(t){var r=this;if(this.enabled){if(this.clicks++,this.clicks===2)return this.clicks=0,typeof this.doubleClickTimeout=="number"&&(clearTimeout(this.doubleClickTimeout),this.doubleClickTimeout=null),this.handleDoubleClick(t);setTimeout(function(){r.clicks=0,r.doubleClickTimeout=null},this.settings.doubleClickTimeout),this.draggedEvents<this.settings.draggedEventsTolerance&&this.emit("click",Ue(t,this.container))}}},{key:"handleRightClick",value:function(t){this.enabled&&(this.settings.enableCameraMouseRotation&&t.preventDefault(),this.emit("rightClick",Ue(t,this.container)))}},{key:"handleDoubleClick",value:function(t){if(this.enabled){t.preventDefault(),t.stopPropagation();var r=Ue(t,this.container);if(this.emit("doubleClick",r),!r.sigmaDefaultPrevented){var i=this.renderer.getCamera(),o=i.getBoundedRatio(i.getState().ratio/this.settings.doubleClickZoomingRatio);i.animate(this.renderer.getViewportZoomedState(Ae(t,this.container),o),{easing:"quadraticInOut",duration:this.settings.doubleClickZoomingDuration})}}}},{key:"handleDown",value:function(t){if(!(!this.enabled||_n(t))){if(t.button===0){this.startCameraState=this.renderer.getCamera().getState();var r=Ae(t,this.container),i=r.x,o=r.y;this.lastMouseX=i,this.lastMouseY=o,this.draggedEvents=0,this.downStartTime=Date.now(),this.isMouseDown=!0}if(t.button===2&&this.settings.enableCameraMouseRotation){var s=Ae(t,this.container),l=s.x,u=s.y,d=this.container.offsetWidth/2,c=this.container.offsetHeight/2;this.startRotationAngle=Math.atan2(u-c,l-d),this.startCameraAngle=this.renderer.getCamera().getState().angle,this.isRightMouseDown=!0}this.emit("mousedown",Ue(t,this.container))}}},{key:"handleUp",value:function(t){var r=this;if(!(!this.enabled||_n(t)||!this.isMouseDown&&!this.isRightMouseDown)){if(this.isRightMouseDown){this.isRightMouseDown=!1,this.startRotationAngle=null,this.startCameraAngle=null,this.emit("mouseup",Ue(t,this.container));return}var i=this.renderer.getCamera();this.isMouseDown=!1,this.isPanningStage&&(this.isPanningStage=!1,this.renderer._setPanning(!1)),typeof this.movingTimeout=="number"&&(clearTimeout(this.movingTimeout),this.movingTimeout=null);var o=Ae(t,this.container),s=o.x,l=o.y,u=i.getState(),d=i.getPreviousState();this.isMoving?i.animate({x:u.x+this.settings.inertiaRatio*(u.x-d.x),y:u.y+this.settings.inertiaRatio*(u.y-d.y)},{duration:this.settings.inertiaDuration,easing:"quadraticOut"}):(this.lastMouseX!==s||this.lastMouseY!==l)&&i.setState({x:u.x,y:u.y}),this.isMoving=!1,setTimeout(function(){var c=r.draggedEvents>0;r.draggedEvents=0;var h=r.renderer.getSetting("hideEdgesOnMove")||r.renderer.getSetting("hideLabelsOnMove");c&&h&&r.renderer.refresh()},0),this.emit("mouseup",Ue(t,this.container)),(t.target===this.container||t.composedPath()[0]===this.container)&&this.handleClick(t)}}},{key:"handleMove",value:function(t){var r=this;if(!(!this.enabled||_n(t))){var i=Ue(t,this.container);if(this.emit("mousemovebody",i),(t.target===this.container||t.composedPath()[0]===this.container)&&this.emit("mousemove",i),this.isMouseDown&&this.draggedEvents++,!i.sigmaDefaultPrevented){if(this.isMouseDown){this.isMoving=!0,typeof this.movingTimeout=="number"&&clearTimeout(this.movingTimeout),this.movingTimeout=window.setTimeout(function(){r.movingTimeout=null,r.isMoving=!1},this.settings.dragTimeout);var o=this.renderer.getCamera(),s=Ae(t,this.container),l=s.x,u=s.y,d=this.renderer.viewportToFramedGraph({x:this.lastMouseX,y:this.lastMouseY}),c=this.renderer.viewportToFramedGraph({x:l,y:u}),h=d.x-c.x,f=d.y-c.y,g=o.getState(),b=g.x+h,p=g.y+f;this.isPanningStage||(this.isPanningStage=!0,this.renderer._setPanning(!0)),o.setState({x:b,y:p}),this.lastMouseX=l,this.lastMouseY=u,t.preventDefault(),t.stopPropagation()}if(this.isRightMouseDown){var v=Ae(t,this.container),m=v.x,y=v.y,x=this.container.offsetWidth/2,_=this.container.offsetHeight/2,T=Math.atan2(y-_,m-x),R=T-this.startRotationAngle,S=this.renderer.getCamera();S.setState({angle:this.startCameraAngle+R}),t.preventDefault(),t.stopPropagation()}}}}},{key:"handleLeave",value:function(t){_n(t)||this.emit("mouseleave",Ue(t,this.container))}},{key:"handleEnter",value:function(t){_n(t)||this.emit("mouseenter",Ue(t,this.container))}},{key:"handleWheel",value:function(t){var r=this,i=this.renderer.getCamera();if(!(!this.enabled||!i.enabledZooming)){var o=Ec(t,this.container);if(this.emit("wheel",o),!o.sigmaDefaultPrevented){var s=this.settings.gestureTarget;if(s!=="page"){if(s==="shared"&&!t.ctrlKey&&!t.metaKey){this.renderer._showGestureHint("wheel");return}var l=Uo(t);if(l){t.preventDefault(),t.stopPropagation();var u=i.getState().ratio,d=l>0?1/this.settings.zoomingRatio:this.settings.zoomingRatio,c=i.getBoundedRatio(u*d),h=l>0?1:-1,f=Date.now();if(u!==c&&!(this.currentWheelDirection===h&&this.lastWheelTriggerTime&&f-this.lastWheelTriggerTime<this.settings.zoomDuration/5)){var g=++this.lastWheelAnimationId;i.animate(this.renderer.getViewportZoomedState(Ae(t,this.container),c),{easing:"quadraticOut",duration:this.settings.zoomDuration}).then(function(){r.lastWheelAnimationId===g&&(r.currentWheelDirection=0)}),this.currentWheelDirection=h,this.lastWheelTriggerTime=f}}}}}}},{key:"setSettings",value:function(t){this.settings=t}}])})(Ho),wc=["dragTimeout","gestureTarget","inertiaDuration","inertiaRatio","doubleClickTimeout","doubleClickZoomingRatio","doubleClickZoomingDuration","tapMoveTolerance"],Cc=wc.reduce(function(n,a){return O(O({},n),{},A({},a,Qn[a]))},{}),Lc=(function(n){function a(e,t){var r;return K(this,a),r=le(this,a,[e,t]),A(r,"enabled",!0),A(r,"isMoving",!1),A(r,"hasMoved",!1),A(r,"isPanningStage",!1),A(r,"isZoomingStage",!1),A(r,"touchMode",0),A(r,"startTouchesPositions",[]),A(r,"lastTouches",[]),A(r,"lastTap",null),A(r,"settings",Cc),r.handleStart=r.handleStart.bind(r),r.handleLeave=r.handleLeave.bind(r),r.handleMove=r.handleMove.bind(r),e.addEventListener("touchstart",r.handleStart,{capture:!1}),e.addEventListener("touchcancel",r.handleLeave,{capture:!1}),document.addEventListener("touchend",r.handleLeave,{capture:!1,passive:!1}),document.addEventListener("touchmove",r.handleMove,{capture:!1,passive:!1}),r}return ue(a,n),Z(a,[{key:"kill",value:function(){var t=this.container;t.removeEventListener("touchstart",this.handleStart),t.removeEventListener("touchcancel",this.handleLeave),document.removeEventListener("touchend",this.handleLeave),document.removeEventListener("touchmove",this.handleMove)}},{key:"getDimensions",value:function(){return{width:this.container.offsetWidth,height:this.container.offsetHeight}}},{key:"doesCapture",value:function(t){var r=this.settings.gestureTarget;return r==="graph"?!0:r==="page"?!1:t>=2}},{key:"syncStageFlags",value:function(){var t=this.touchMode===1&&this.hasMoved,r=this.touchMode===2;t!==this.isPanningStage&&(this.isPanningStage=t,this.renderer._setPanning(t)),r!==this.isZoomingStage&&(this.isZoomingStage=r,this.renderer._setZooming(r))}},{key:"handleStart",value:function(t){var r=this;if(this.enabled){var i=va(t.touches);if(this.touchMode=i.length,this.startCameraState=this.renderer.getCamera().getState(),this.startTouchesPositions=i.map(function(f){return Ae(f,r.container)}),this.touchMode===2){var o=ee(this.startTouchesPositions,2),s=o[0],l=s.x,u=s.y,d=o[1],c=d.x,h=d.y;this.startTouchesAngle=Math.atan2(h-u,c-l),this.startTouchesDistance=Math.sqrt(Math.pow(c-l,2)+Math.pow(h-u,2))}this.syncStageFlags(),this.emit("touchdown",yn(t,this.lastTouches,this.container)),this.lastTouches=i,this.lastTouchesPositions=this.startTouchesPositions,t.cancelable&&(this.doesCapture(t.touches.length)||this.renderer._hasNodeDrag())&&t.preventDefault()}}},{key:"handleLeave",value:function(t){if(!(!this.enabled||!this.startTouchesPositions.length)){switch(t.cancelable&&this.doesCapture(this.touchMode)&&t.preventDefault(),this.movingTimeout&&(this.isMoving=!1,clearTimeout(this.movingTimeout)),this.touchMode){case 2:if(t.touches.length===1){this.handleStart(t);break}case 1:if(this.isMoving){var r=this.renderer.getCamera(),i=r.getState(),o=r.getPreviousState();r.animate({x:i.x+this.settings.inertiaRatio*(i.x-o.x),y:i.y+this.settings.inertiaRatio*(i.y-o.y)},{duration:this.settings.inertiaDuration,easing:"quadraticOut"})}this.hasMoved=!1,this.isMoving=!1,this.touchMode=0;break}if(this.syncStageFlags(),this.emit("touchup",yn(t,this.lastTouches,this.container)),!t.touches.length){var s=Ae(this.lastTouches[0],this.container),l=this.startTouchesPositions[0],u=Math.pow(s.x-l.x,2)+Math.pow(s.y-l.y,2);if(!t.touches.length&&u<Math.pow(this.settings.tapMoveTolerance,2))if(this.lastTap&&Date.now()-this.lastTap.time<this.settings.doubleClickTimeout){var d=yn(t,this.lastTouches,this.container);if(this.emit("doubletap",d),this.lastTap=null,!d.sigmaDefaultPrevented&&this.settings.gestureTarget!=="page"){var c=this.renderer.getCamera(),h=c.getBoundedRatio(c.getState().ratio/this.settings.doubleClickZoomingRatio);c.animate(this.renderer.getViewportZoomedState(s,h),{easing:"quadraticInOut",duration:this.settings.doubleClickZoomingDuration})}}else{var f=yn(t,this.lastTouches,this.container);this.emit("tap",f),this.lastTap={time:Date.now(),position:f.touches[0]||f.previousTouches[0]}}}this.lastTouches=va(t.touches),this.startTouchesPositions=[]}}},{key:"handleMove",value:function(t){var r=this;if(!(!this.enabled||!this.startTouchesPositions.length)){var i=this.doesCapture(t.touches.length);i&&t.preventDefault();var o=va(t.touches),s=o.map(function(U){return Ae(U,r.container)}),l=this.lastTouches;this.lastTouches=o,this.lastTouchesPositions=s;var u=yn(t,l,this.container);if(this.emit("touchmove",u),!u.sigmaDefaultPrevented&&(this.hasMoved||(this.hasMoved=s.some(function(U,q){var V=r.startTouchesPositions[q];return V&&(U.x!==V.x||U.y!==V.y)})),!!this.hasMoved)){if(!i){this.settings.gestureTarget==="shared"&&this.renderer._showGestureHint("touch");return}this.isMoving=!0,this.syncStageFlags(),this.movingTimeout&&clearTimeout(this.movingTimeout),this.movingTimeout=window.setTimeout(function(){r.isMoving=!1},this.settings.dragTimeout);var d=this.renderer.getCamera(),c=this.startCameraState,h=this.renderer.getSetting("stagePadding");switch(this.touchMode){case 1:{var f=this.renderer.viewportToFramedGraph((this.startTouchesPositions||[])[0]),g=f.x,b=f.y,p=this.renderer.viewportToFramedGraph(s[0]),v=p.x,m=p.y;d.setState({x:c.x+g-v,y:c.y+b-m});break}case 2:{var y={x:.5,y:.5,angle:0,ratio:1},x=s[0],_=x.x,T=x.y,R=s[1],S=R.x,E=R.y,w=Math.atan2(E-T,S-_)-this.startTouchesAngle,I=Math.hypot(E-T,S-_)/this.startTouchesDistance,D=d.getBoundedRatio(c.ratio/I);y.ratio=D,y.angle=c.angle+w;var k=this.getDimensions(),C=this.renderer.viewportToFramedGraph((this.startTouchesPositions||[])[0],{cameraState:c}),F=Math.min(k.width,k.height)-2*h,z=F/k.width,G=F/k.height,L=D/F,P=_-F/2/z,N=T-F/2/G,H=Ra({x:P,y:N},y.angle);P=H.x,N=H.y,y.x=C.x-P*L,y.y=C.y+N*L,d.setState(y);break}}}}}},{key:"setSettings",value:function(t){this.settings=t}}])})(Ho),Pc=(function(){function n(a,e,t,r){K(this,n),A(this,"pendingNode",null),A(this,"session",null),this.graph=a,this.viewportToGraph=e,this.setNodesState=t,this.emit=r}return Z(n,[{key:"start",value:function(e,t,r,i,o){var s=r(e),l=!1;if(this.emit("nodeDragStart",{node:e,allDraggedNodes:s,event:t,preventSigmaDefault:function(){l=!0}}),l)return!1;var u=new Map,d=M(s),c;try{for(d.s();!(c=d.n()).done;){var h=c.value;u.set(h,{x:this.graph.getNodeAttribute(h,i),y:this.graph.getNodeAttribute(h,o)})}}catch(f){d.e(f)}finally{d.f()}return this.session={node:e,allNodes:s,startPosition:this.viewportToGraph(t),startNodePositions:u,xAttr:i,yAttr:o},this.setNodesState(s,{isDragged:!0}),!0}},{key:"applyMove",value:function(e,t){var r=this.session,i=r.allNodes,o=r.startNodePositions,s=r.startPosition,l=r.xAttr,u=r.yAttr,d=this.viewportToGraph(e),c={x:d.x-s.x,y:d.y-s.y},h=M(i),f;try{for(h.s();!(f=h.n()).done;){var g=f.value,b=o.get(g);if(!(!b||!this.graph.hasNode(g))){var p={x:b.x+c.x,y:b.y+c.y};t?this.graph.mergeNodeAttributes(g,t(p,g)):(this.graph.setNodeAttribute(g,l,p.x),this.graph.setNodeAttribute(g,u,p.y))}}}catch(v){h.e(v)}finally{h.f()}}},{key:"end",value:function(){if(this.pendingNode=null,!this.session)return null;var e=this.session,t=e.node,r=e.allNodes;return this.setNodesState(r,{isDragged:!1}),this.session=null,{node:t,allNodes:r}}},{key:"removeNode",value:function(e){e===this.pendingNode&&(this.pendingNode=null),this.session&&(this.session.node===e?(this.setNodesState(this.session.allNodes,{isDragged:!1}),this.session=null):this.session.allNodes.includes(e)&&(this.session.allNodes=this.session.allNodes.filter(function(t){return t!==e}),this.session.startNodePositions.delete(e)))}},{key:"clear",value:function(){this.pendingNode=null,this.session=null}}])})();function wo(n,a){return n<a?"".concat(n,"\0").concat(a):"".concat(a,"\0").concat(n)}var kc=(function(){function n(a,e){K(this,n),A(this,"groups",new Map),A(this,"edgeToGroupKey",new Map),this.graph=a,this.onGroupChanged=e}return Z(n,[{key:"getGroupKey",value:function(e){return wo(this.graph.source(e),this.graph.target(e))}},{key:"sortGroup",value:function(e,t){var r=this,i=t.split("\0")[0];e.sort(function(o,s){var l=r.graph.source(o)===i||!r.graph.isDirected(o)?0:1,u=r.graph.source(s)===i||!r.graph.isDirected(s)?0:1;return l-u})}},{key:"register",value:function(e){var t=this.getGroupKey(e),r=this.groups.get(t);r||(r=[],this.groups.set(t,r)),r.includes(e)||r.push(e),this.edgeToGroupKey.set(e,t),r.length>1&&this.sortGroup(r,t),this.onGroupChanged(r,r.length)}},{key:"unregister",value:function(e){var t=this.edgeToGroupKey.get(e);if(t){this.edgeToGroupKey.delete(e);var r=this.groups.get(t);if(r){var i=r.indexOf(e);i!==-1&&r.splice(i,1),r.length===0?this.groups.delete(t):this.onGroupChanged(r,r.length)}}}},{key:"getGroup",value:function(e){var t,r=this.edgeToGroupKey.get(e);return r?(t=this.groups.get(r))!==null&&t!==void 0?t:[]:[]}},{key:"getSiblings",value:function(e){return this.getGroup(e).filter(function(t){return t!==e})}},{key:"rebuild",value:function(){var e=this;this.groups.clear(),this.edgeToGroupKey.clear(),this.graph.forEachEdge(function(l,u,d,c){var h=wo(d,c),f=e.groups.get(h);f||(f=[],e.groups.set(h,f)),f.push(l),e.edgeToGroupKey.set(l,h)});var t=M(this.groups),r;try{for(t.s();!(r=t.n()).done;){var i=ee(r.value,2),o=i[0],s=i[1];s.length>1&&this.sortGroup(s,o),this.onGroupChanged(s,s.length)}}catch(l){t.e(l)}finally{t.f()}}},{key:"clear",value:function(){this.groups.clear(),this.edgeToGroupKey.clear()}}])})();function Co(n,a){var e;if(n===!1||n==="extend"||n==="separate")return n;var t=n[a];return t!==void 0?t:(e=n.default)!==null&&e!==void 0?e:!1}function Lo(n){return n===!1?!1:n==="extend"||n==="separate"?!0:Object.values(n).some(function(a){return a==="extend"||a==="separate"})}function Po(n){return n==="separate"?!0:n===!1||n==="extend"?!1:n.default==="separate"?!0:Object.values(n).includes("separate")}var ye={node:{parent:null,eventSuffix:"Node",payloadKey:"node",isEnabled:function(){return!0},writesPickingThisFrame:function(){return!0},setHover:function(a,e,t){return a.setNodeState(e,{isHovered:t})},getCursor:function(a,e){var t;return(t=a.nodeDataCache[e])===null||t===void 0?void 0:t.cursor},isHitValid:function(a,e){var t;return((t=a.nodeDataCache[e])===null||t===void 0?void 0:t.visibility)!=="hidden"}},edge:{parent:null,eventSuffix:"Edge",payloadKey:"edge",isEnabled:function(a){return!!a.settings.enableEdgeEvents},writesPickingThisFrame:function(a){return!!a.settings.enableEdgeEvents},setHover:function(a,e,t){return a.setEdgeState(e,{isHovered:t})},getCursor:function(a,e){var t;return(t=a.edgeDataCache[e])===null||t===void 0?void 0:t.cursor}},nodeLabel:{parent:"node",eventSuffix:"NodeLabel",payloadKey:"node",isEnabled:function(a){return Po(a.settings.nodeLabelEvents)},writesPickingThisFrame:function(a){return Lo(a.settings.nodeLabelEvents)},setHover:function(a,e,t){return a.setNodeState(e,{isLabelHovered:t})},getCursor:function(a,e){var t;return(t=a.nodeDataCache[e])===null||t===void 0?void 0:t.labelCursor},resolveForVerb:function(a,e,t){var r=Co(t.settings.nodeLabelEvents,e);return r===!1?null:r==="extend"?{kind:"node",key:a.key}:a}},edgeLabel:{parent:"edge",eventSuffix:"EdgeLabel",payloadKey:"edge",isEnabled:function(a){return Po(a.settings.edgeLabelEvents)},writesPickingThisFrame:function(a){return Lo(a.settings.edgeLabelEvents)},setHover:function(a,e,t){return a.setEdgeState(e,{isLabelHovered:t})},getCursor:function(a,e){var t;return(t=a.edgeDataCache[e])===null||t===void 0?void 0:t.labelCursor},resolveForVerb:function(a,e,t){var r=Co(t.settings.edgeLabelEvents,e);return r===!1?null:r==="extend"?{kind:"edge",key:a.key}:a}}},yt=["node","edge","nodeLabel","edgeLabel"];function Fc(){return{lookup:[null],idsByKind:{node:new Map,edge:new Map,nodeLabel:new Map,edgeLabel:new Map},nextId:1}}function bt(n,a,e){var t;return(t=n.idsByKind[a].get(e))!==null&&t!==void 0?t:0}function ur(n,a){var e=M(yt),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;if(r===a||ye[r].parent===a){var i=M(n.idsByKind[r].values()),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;n.lookup[s]=null}}catch(h){i.e(h)}finally{i.f()}n.idsByKind[r]=new Map}}}catch(h){e.e(h)}finally{e.f()}var l=1,u=M(yt),d;try{for(u.s();!(d=u.n()).done;){var c=d.value;if(c===a)break;l+=n.idsByKind[c].size}}catch(h){u.e(h)}finally{u.f()}n.nextId=l}function ko(n,a,e){var t=n.nextId++;return n.idsByKind[a].set(e,t),n.lookup[t]={kind:a,key:e},t}function Ic(n,a){var e=M(yt),t;try{for(e.s();!(t=e.n()).done;){var r=t.value;if(ye[r].parent!==null){var i=M(n.idsByKind[r].values()),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;n.lookup[s]=null}}catch(_){i.e(_)}finally{i.f()}n.idsByKind[r]=new Map}}}catch(_){e.e(_)}finally{e.f()}n.nextId=1;var l=M(yt),u;try{for(l.s();!(u=l.n()).done;){var d=u.value;if(ye[d].parent===null){var c=M(n.idsByKind[d].values()),h;try{for(c.s();!(h=c.n()).done;){var f=h.value;f>=n.nextId&&(n.nextId=f+1)}}catch(_){c.e(_)}finally{c.f()}}}}catch(_){l.e(_)}finally{l.f()}var g=M(yt),b;try{for(g.s();!(b=g.n()).done;){var p=b.value,v=ye[p];if(!(v.parent===null||!v.isEnabled(a))){var m=M(n.idsByKind[v.parent].keys()),y;try{for(m.s();!(y=m.n()).done;){var x=y.value;n.idsByKind[p].set(x,n.nextId),n.lookup[n.nextId]={kind:p,key:x},n.nextId++}}catch(_){m.e(_)}finally{m.f()}}}}catch(_){g.e(_)}finally{g.f()}}function Gc(n,a){var e=M(yt),t;try{for(e.s();!(t=e.n()).done;){var r=t.value,i=n[r],o=a[r];if(i!==o){if(i.size!==o.size)return!1;var s=M(i),l;try{for(s.s();!(l=s.n()).done;){var u=ee(l.value,2),d=u[0],c=u[1];if(o.get(d)!==c)return!1}}catch(h){s.e(h)}finally{s.f()}}}}catch(h){e.e(h)}finally{e.f()}return!0}function Fo(n,a,e){ye[a.kind].setHover(n,a.key,e)}function zc(n,a){return ye[a.kind].getCursor(n,a.key)}function xn(n,a){return"".concat(a).concat(ye[n].eventSuffix)}function Tn(n,a){return O(O({},a),{},A({},ye[n.kind].payloadKey,n.key))}function Nc(n,a,e){var t=ye[a.kind].resolveForVerb;return t?t(a,e,n):a}function Mc(n,a){var e=ye[a.kind].isHitValid;return e?e(n,a.key):!0}function dr(n){return yt.filter(function(a){return a===n||ye[a].parent===n})}function $o(n,a,e){return a&&(a=Nc(n,a,e)),a&&!Mc(n,a)&&(a=null),a}function cr(n,a,e){var t=e==="wheel"?n.stateManager.hovered:n.getHitAtPosition(a);return $o(n,t,e)}function Oc(n,a){return!n||!a?n===a:n.kind===a.kind&&n.key===a.key}function Vo(n,a,e){var t={event:e,preventSigmaDefault:function(){return e.preventSigmaDefault()}},r=n.dragManager.session,i=r?{kind:"node",key:r.node}:$o(n,a,"enter"),o=n.stateManager,s=o.hovered;Oc(s,i)||(s&&(Fo(n,s,!1),n.emit(xn(s.kind,"leave"),Tn(s,t))),o.setHovered(i),i&&(Fo(n,i,!0),n.emit(xn(i.kind,"enter"),Tn(i,t))),n.updateContainerCursor())}function Wc(n,a,e,t){t.handleResize=function(){return n.scheduleRefresh()},window.addEventListener("resize",t.handleResize),t.handleMove=function(i){n.hoverResolver.pointerMoved(pt(i))},t.handleMoveBody=function(i){var o=pt(i),s=n.dragManager;if(s.pendingNode&&!s.session){var l=n.nodeStyleAnalysis,u=l.xAttribute,d=l.yAttribute,c=n.settings;s.start(s.pendingNode,o,c.getDraggedNodes,u||"x",d||"y"),s.pendingNode=null}s.session&&(s.applyMove(o,n.settings.dragPositionToAttributes),n.emit("nodeDrag",{node:s.session.node,allDraggedNodes:s.session.allNodes,event:o}),o.preventSigmaDefault()),n.emit("moveBody",{event:o,preventSigmaDefault:function(){return o.preventSigmaDefault()}})},t.handleLeave=function(i){var o=pt(i),s={event:o,preventSigmaDefault:function(){return o.preventSigmaDefault()}};n.hoverResolver.pointerLeft(),Vo(n,null,o),n.emit("leaveStage",s)},t.handleEnter=function(i){var o=pt(i);n.emit("enterStage",{event:o,preventSigmaDefault:function(){return o.preventSigmaDefault()}})};var r=function(o){return function(s){var l=pt(s),u={event:l,preventSigmaDefault:function(){return l.preventSigmaDefault()}},d=cr(n,l,o);if(d){n.emit(xn(d.kind,o),Tn(d,u));return}n.emit("".concat(o,"Stage"),u)}};t.handleClick=r("click"),t.handleRightClick=r("rightClick"),t.handleDoubleClick=r("doubleClick"),t.handleWheel=r("wheel"),t.handleDown=function(i){var o=pt(i),s={event:o,preventSigmaDefault:function(){return o.preventSigmaDefault()}},l=cr(n,o,"down");if(l){l.kind==="node"&&n.settings.enableNodeDrag&&(n.dragManager.pendingNode=l.key),n.emit(xn(l.kind,"down"),Tn(l,s));return}n.emit("downStage",s)},t.handleUp=function(i){var o=pt(i),s={event:o,preventSigmaDefault:function(){return o.preventSigmaDefault()}},l=n.dragManager.end();l&&n.emit("nodeDragEnd",O({node:l.node,allDraggedNodes:l.allNodes},s));var u=cr(n,o,"up");if(u){n.emit(xn(u.kind,"up"),Tn(u,s));return}n.emit("upStage",s)},a.on("mousemove",t.handleMove),a.on("mousemovebody",t.handleMoveBody),a.on("click",t.handleClick),a.on("rightClick",t.handleRightClick),a.on("doubleClick",t.handleDoubleClick),a.on("wheel",t.handleWheel),a.on("mousedown",t.handleDown),a.on("mouseup",t.handleUp),a.on("mouseleave",t.handleLeave),a.on("mouseenter",t.handleEnter),e.on("touchdown",t.handleDown),e.on("touchdown",t.handleMove),e.on("touchup",t.handleUp),e.on("touchmove",t.handleMove),e.on("tap",t.handleClick),e.on("doubletap",t.handleDoubleClick),e.on("touchmove",t.handleMoveBody)}function Bc(n,a){var e=n.graph,t=new Set(["x","y","zIndex","type"]);a.eachNodeAttributesUpdatedGraphUpdate=function(r){var i,o=(i=r.hints)===null||i===void 0?void 0:i.attributes,s=!o||o.some(function(l){return t.has(l)});n.refresh({partialGraph:{nodes:e.nodes()},skipIndexation:!s,schedule:!0})},a.eachEdgeAttributesUpdatedGraphUpdate=function(r){var i,o=(i=r.hints)===null||i===void 0?void 0:i.attributes,s=o&&["zIndex","type"].some(function(l){return o?.includes(l)});n.refresh({partialGraph:{edges:e.edges()},skipIndexation:!s,schedule:!0})},a.addNodeGraphUpdate=function(r){n.addNode(r.key),n.refresh({partialGraph:{nodes:[r.key]},skipIndexation:!1,schedule:!0})},a.updateNodeGraphUpdate=function(r){n.refresh({partialGraph:{nodes:[r.key]},skipIndexation:!1,schedule:!0})},a.dropNodeGraphUpdate=function(r){n.removeNode(r.key),n.refresh({schedule:!0})},a.addEdgeGraphUpdate=function(r){var i=r.key;n.edgeGroups.register(i),n.addEdge(i);var o=n.edgeGroups.getSiblings(i),s=M(o),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;n.addEdge(u)}}catch(d){s.e(d)}finally{s.f()}n.refresh({partialGraph:{edges:[i].concat($(o))},schedule:!0})},a.updateEdgeGraphUpdate=function(r){n.refresh({partialGraph:{edges:[r.key]},skipIndexation:!1,schedule:!0})},a.dropEdgeGraphUpdate=function(r){var i=r.key,o=n.edgeGroups.getSiblings(i);n.edgeGroups.unregister(i),n.removeEdge(i);var s=M(o),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;n.addEdge(u)}}catch(d){s.e(d)}finally{s.f()}n.refresh({schedule:!0})},a.clearEdgesGraphUpdate=function(){n.clearEdgeState(),n.clearEdgeIndices(),n.refresh({schedule:!0})},a.clearGraphUpdate=function(){n.clearEdgeState(),n.clearNodeState(),n.clearEdgeIndices(),n.clearNodeIndices(),n.refresh({schedule:!0})},e.on("nodeAdded",a.addNodeGraphUpdate),e.on("nodeDropped",a.dropNodeGraphUpdate),e.on("nodeAttributesUpdated",a.updateNodeGraphUpdate),e.on("eachNodeAttributesUpdated",a.eachNodeAttributesUpdatedGraphUpdate),e.on("edgeAdded",a.addEdgeGraphUpdate),e.on("edgeDropped",a.dropEdgeGraphUpdate),e.on("edgeAttributesUpdated",a.updateEdgeGraphUpdate),e.on("eachEdgeAttributesUpdated",a.eachEdgeAttributesUpdatedGraphUpdate),e.on("edgesCleared",a.clearEdgesGraphUpdate),e.on("cleared",a.clearGraphUpdate)}function Uc(n,a){n.removeListener("nodeAdded",a.addNodeGraphUpdate),n.removeListener("nodeDropped",a.dropNodeGraphUpdate),n.removeListener("nodeAttributesUpdated",a.updateNodeGraphUpdate),n.removeListener("eachNodeAttributesUpdated",a.eachNodeAttributesUpdatedGraphUpdate),n.removeListener("edgeAdded",a.addEdgeGraphUpdate),n.removeListener("edgeDropped",a.dropEdgeGraphUpdate),n.removeListener("edgeAttributesUpdated",a.updateEdgeGraphUpdate),n.removeListener("eachEdgeAttributesUpdated",a.eachEdgeAttributesUpdatedGraphUpdate),n.removeListener("edgesCleared",a.clearEdgesGraphUpdate),n.removeListener("cleared",a.clearGraphUpdate)}var Hc={x:.5,y:.5,angle:0,ratio:1},$c=8,Vc=.001;function Xc(n){var a=n.coords,e=n.nodeData,t=n.dimensions,r=n.stagePadding,i=n.zoomToSizeRatioFunction,o=n.itemSizesReference,s=n.fitLabels,l=n.nodeLabelBox,u=Object.keys(a);if(!u.length)return n.extent;for(var d=i(1)||1,c=o==="positions",h=t.width,f=t.height,g=n.extent,b=0;b<$c;b++){for(var p=Zn(g),v={width:g.x[1]-g.x[0]||1,height:g.y[1]-g.y[0]||1},m=tt(Hc,t,v,r),y=Io(m,p({x:0,y:0}),h,f),x=Io(m,p({x:1,y:0}),h,f),_=Math.hypot(x.x-y.x,x.y-y.y)||1,T=1/0,R=-1/0,S=1/0,E=-1/0,w=0,I=u.length;w<I;w++){var D=u[w],k=e[D],C=k.size/d*(c?_:1),F=-C,z=C,G=-C,L=C;if(s){var P=l(k,C);P&&(P.minX<F&&(F=P.minX),P.maxX>z&&(z=P.maxX),P.minY<G&&(G=P.minY),P.maxY>L&&(L=P.maxY))}var N=a[D],H=N.x,U=N.y;T=Math.min(T,H+F/_),R=Math.max(R,H+z/_),S=Math.min(S,U-L/_),E=Math.max(E,U-G/_)}var q={x:[T,R],y:[S,E]},V=Math.max(q.x[1]-q.x[0],q.y[1]-q.y[0])||1,j=Math.max(Math.abs(q.x[0]-g.x[0]),Math.abs(q.x[1]-g.x[1]),Math.abs(q.y[0]-g.y[0]),Math.abs(q.y[1]-g.y[1]));if(g=q,j/V<Vc)break}return g}function Io(n,a,e,t){var r=kt(n,a);return{x:(1+r.x)*e/2,y:(1-r.y)*t/2}}var jc=typeof navigator<"u"&&/Mac|iP(hone|ad|od)/.test(navigator.platform),qc=1500,Yc=`.sigma-gesture-hint {
  position: absolute;
  inset: 0;
  display: flex;
  align-items: center;
  justify-content: center;
  text-align: center;
  padding: 1em;
  background: #00000066;
  color: #ffffff;
  font-size: 1em;
  pointer-events: none;
  transition: opacity 0.1s;
}`;function Go(n){var a,e,t=Nt("style");t.textContent=n,document.head.appendChild(t);var r=((a=(e=t.sheet)===null||e===void 0?void 0:e.cssRules.length)!==null&&a!==void 0?a:0)>0;return t.remove(),r}var mt=null;function Kc(){return mt===null&&(mt=Yc,Go("@scope {}")&&(mt=`@scope {
`.concat(mt,`
}`)),Go("@layer sigma-gesture-hint {}")&&(mt=`@layer sigma-gesture-hint {
`.concat(mt,`
}`))),mt}var Zc=(function(){function n(a){K(this,n),A(this,"hideTimeout",null),this.styleElement=Nt("style"),this.styleElement.textContent=Kc(),a.appendChild(this.styleElement),this.element=Nt("div",{opacity:"0"},{class:"sigma-gesture-hint"}),a.appendChild(this.element)}return Z(n,[{key:"show",value:function(e,t){var r=this,i=e==="touch"?t.sharedGestureTouchMessage:jc?t.sharedGestureAppleWheelMessage:t.sharedGestureWheelMessage;i&&(this.element.textContent=i,this.element.style.opacity="1",typeof this.hideTimeout=="number"&&clearTimeout(this.hideTimeout),this.hideTimeout=window.setTimeout(function(){r.hideTimeout=null,r.element.style.opacity="0"},qc))}},{key:"kill",value:function(){typeof this.hideTimeout=="number"&&clearTimeout(this.hideTimeout),this.styleElement.remove(),this.element.remove()}}])})(),Qc=(function(){function n(a){K(this,n),A(this,"readBuffer",null),A(this,"fence",null),A(this,"result",new Uint8Array(4)),A(this,"generation",0),A(this,"readGeneration",0),A(this,"lastEvent",null),A(this,"active",!1),A(this,"dirty",!1),A(this,"rafId",null),A(this,"killed",!1),this.options=a}return Z(n,[{key:"pointerMoved",value:function(e){this.lastEvent=e,this.active=!0,!this.options.isRenderPending()&&this.request()}},{key:"pointerLeft",value:function(){this.active=!1,this.dirty=!1}},{key:"frameRendered",value:function(){this.request()}},{key:"invalidate",value:function(){this.generation++}},{key:"request",value:function(){if(!(this.killed||!this.active||!this.lastEvent)){if(this.fence){this.dirty=!0;return}this.startRead()}}},{key:"startRead",value:function(){var e=this.options,t=e.gl,r=e.getFrameBuffer,i=e.getPixelRatio,o=e.getDownSizingRatio;this.readGeneration=this.generation;var s=this.lastEvent,l=Aa(t,s.x,s.y,i(),o()),u=ee(l,2),d=u[0],c=u[1];this.readBuffer||(this.readBuffer=t.createBuffer()),t.bindFramebuffer(t.FRAMEBUFFER,r()),t.bindBuffer(t.PIXEL_PACK_BUFFER,this.readBuffer),t.bufferData(t.PIXEL_PACK_BUFFER,4,t.STREAM_READ),t.readPixels(d,c,1,1,t.RGBA,t.UNSIGNED_BYTE,0),t.bindBuffer(t.PIXEL_PACK_BUFFER,null),t.bindFramebuffer(t.FRAMEBUFFER,null),this.fence=t.fenceSync(t.SYNC_GPU_COMMANDS_COMPLETE,0),t.flush(),this.schedulePoll(s)}},{key:"schedulePoll",value:function(e){var t=this;this.rafId=requestAnimationFrame(function(){t.rafId=null,t.poll(e)})}},{key:"poll",value:function(e){var t=this.options,r=t.gl,i=t.onIndex;if(!(this.killed||!this.fence)){var o=r.clientWaitSync(this.fence,0,0);if(o===r.TIMEOUT_EXPIRED){this.schedulePoll(e);return}if(r.deleteSync(this.fence),this.fence=null,o!==r.WAIT_FAILED&&this.readGeneration===this.generation){r.bindBuffer(r.PIXEL_PACK_BUFFER,this.readBuffer),r.getBufferSubData(r.PIXEL_PACK_BUFFER,0,this.result),r.bindBuffer(r.PIXEL_PACK_BUFFER,null);var s=ee(this.result,4),l=s[0],u=s[1],d=s[2],c=s[3];this.active&&i(Da(l,u,d,c),e)}this.dirty&&(this.dirty=!1,this.active&&this.lastEvent&&!this.options.isRenderPending()&&this.startRead())}}},{key:"reset",value:function(){this.rafId!==null&&cancelAnimationFrame(this.rafId),this.rafId=null,this.fence=null,this.readBuffer=null,this.dirty=!1}},{key:"kill",value:function(){this.killed=!0,this.rafId!==null&&cancelAnimationFrame(this.rafId),this.rafId=null;var e=this.options.gl;this.fence&&e.deleteSync(this.fence),this.fence=null,this.readBuffer&&e.deleteBuffer(this.readBuffer),this.readBuffer=null}}])})(),zo=(function(){function n(a,e){K(this,n),this.key=a,this.size=e}return Z(n,null,[{key:"compare",value:function(e,t){return e.size>t.size?-1:e.size<t.size||e.key>t.key?1:-1}}])})(),ga=(function(){function n(){K(this,n),A(this,"width",0),A(this,"height",0),A(this,"cellSize",0),A(this,"columns",0),A(this,"rows",0),A(this,"cells",{})}return Z(n,[{key:"resizeAndClear",value:function(e,t){this.width=e.width,this.height=e.height,this.cellSize=t,this.columns=Math.ceil(e.width/t),this.rows=Math.ceil(e.height/t),this.cells={}}},{key:"getIndex",value:function(e){var t=Math.floor(e.x/this.cellSize),r=Math.floor(e.y/this.cellSize);return r*this.columns+t}},{key:"add",value:function(e,t,r){var i=new zo(e,t),o=this.getIndex(r),s=this.cells[o];s||(s=[],this.cells[o]=s),s.push(i)}},{key:"organize",value:function(){for(var e in this.cells){var t=this.cells[e];t.sort(zo.compare)}}},{key:"getLabelsToDisplay",value:function(e,t,r){var i=this.cellSize*this.cellSize,o=i/e/e,s=o*t/i,l=Math.ceil(s),u=[];if(r)for(var d=Math.max(0,Math.floor(r.x1/this.cellSize)),c=Math.min(this.columns-1,Math.floor(r.x2/this.cellSize)),h=Math.max(0,Math.floor(r.y1/this.cellSize)),f=Math.min(this.rows-1,Math.floor(r.y2/this.cellSize)),g=h;g<=f;g++)for(var b=d;b<=c;b++){var p=g*this.columns+b,v=this.cells[p];if(v)for(var m=0;m<Math.min(l,v.length);m++)u.push(v[m].key)}else for(var y in this.cells)for(var x=this.cells[y],_=0;_<Math.min(l,x.length);_++)u.push(x[_].key);return u}}])})();function Jc(n){var a=n.graph,e=n.hoveredNode,t=n.highlightedNodes,r=n.displayedNodeLabels,i=new Set,o=new Set(t);e&&o.add(e);var s=M(o),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;a.hasNode(u)&&a.forEachEdge(u,function(f){i.add(f)})}}catch(f){s.e(f)}finally{s.f()}var d=M(r),c;try{var h=function(){var g=c.value;if(o.has(g))return 1;a.forEachEdge(g,function(b,p,v,m){var y=v===g?m:v;r.has(y)&&i.add(b)})};for(d.s();!(c=d.n()).done;)h()}catch(f){d.e(f)}finally{d.f()}return Array.from(i)}var Vt=150,Xt=50,eh={both:0,node:1,label:2},th={over:0,above:1,below:2,auto:3},No=12,nh=3,ah=(function(){function n(a){K(this,n),A(this,"labelGrid",new ga),A(this,"edgeAnchorGrid",new ga),A(this,"displayedNodeLabels",new Set),A(this,"displayedEdgeLabels",new Set),A(this,"edgeLabelCandidates",[]),A(this,"renderedNodeLabels",new Set),A(this,"labelSizeCache",new Map),A(this,"framePassPoints",new Float32Array(0)),A(this,"labelsDirty",!0),this.internals=a}return Z(n,[{key:"resetFrame",value:function(){this.displayedNodeLabels=new Set,this.renderedNodeLabels=new Set,this.labelSizeCache.clear()}},{key:"clearEdgeLabels",value:function(){this.displayedEdgeLabels=new Set}},{key:"resetLabelGrid",value:function(){this.labelGrid=new ga,this.edgeAnchorGrid=new ga}},{key:"processWebGLLabels",value:function(e){for(var t,r=this.internals,i=r.labelProgram,o=r.primitives,s=r.nodeDataCache,l=(o==null||(t=o.nodes)===null||t===void 0||(t=t.label)===null||t===void 0||(t=t.font)===null||t===void 0?void 0:t.family)||"sans-serif",u=new Map,d=0,c=e.length;d<c;d++){var h=e[d],f=s[h];if(!(f.visibility==="hidden"||!f.label)){var g=f.labelFont||l,b=u.get(g);b?b.push(f.label):u.set(g,[f.label])}}var p=M(u),v;try{for(p.s();!(v=p.n()).done;){var m=ee(v.value,2),y=m[0],x=m[1],_=ea(y),T=_.family,R=_.weight,S=_.style,E=i.registerFont(T,R,S);i.ensureGlyphsReady(x,E)}}catch(w){p.e(w)}finally{p.f()}}},{key:"measureNodeLabel",value:function(e){var t,r;if(!e.label)return{width:0,height:0,textHeight:0};var i=this.internals,o=i.labelProgram,s=i.primitives,l=(t=e.labelSize)!==null&&t!==void 0?t:14,u=e.labelFont||(s==null||(r=s.nodes)===null||r===void 0||(r=r.label)===null||r===void 0||(r=r.font)===null||r===void 0?void 0:r.family)||"sans-serif",d="".concat(e.label,"|").concat(l,"|").concat(u);if(this.labelSizeCache.has(d))return this.labelSizeCache.get(d);var c=ea(u),h=c.family,f=c.weight,g=c.style,b=o.registerFont(h,f,g),p=o.measureLabel(e.label,l,b);return this.labelSizeCache.set(d,p),p}},{key:"nodeLabelBox",value:function(e,t){var r,i,o,s,l;if(e.visibility==="hidden"||e.labelVisibility==="hidden")return null;var u=this.measureNodeLabel(e),d=u.width,c=u.height,h=u.textHeight;if(!d)return null;var f=(r=(i=this.internals.primitives)===null||i===void 0||(i=i.nodes)===null||i===void 0||(i=i.label)===null||i===void 0?void 0:i.margin)!==null&&r!==void 0?r:Wt,g=t+f,b=e.labelBackgroundColor?(o=e.labelBackgroundPadding)!==null&&o!==void 0?o:Za:0,p=d/2,v=c/2,m=p+b,y=v+b,x=h/2,_=0,T=0;switch((s=e.labelPosition)!==null&&s!==void 0?s:"right"){case"left":_=-(g+p);break;case"above":T=-(g+x);break;case"below":T=g+x;break;case"over":break;default:_=g+p}var R=(l=e.labelAngle)!==null&&l!==void 0?l:0,S=Ra({x:_,y:T},R),E=S.x,w=S.y,I=Math.abs(Math.cos(R)),D=Math.abs(Math.sin(R)),k=I*m+D*y,C=D*m+I*y;return{minX:E-k,maxX:E+k,minY:w-C,maxY:w+C}}},{key:"computeDisplayedNodeLabels",value:function(){var e=this.internals.getCameraState(),t=this.internals.getDimensions(),r=t.width,i=t.height,o=this.internals.viewportToFramedGraph({x:-Vt,y:-Xt}),s=this.internals.viewportToFramedGraph({x:r+Vt,y:-Xt}),l=this.internals.viewportToFramedGraph({x:-Vt,y:i+Xt}),u=this.internals.viewportToFramedGraph({x:r+Vt,y:i+Xt}),d=Math.min(o.x,s.x,l.x,u.x),c=Math.max(o.x,s.x,l.x,u.x),h=Math.min(o.y,s.y,l.y,u.y),f=Math.max(o.y,s.y,l.y,u.y),g=tt({x:.5,y:.5,ratio:1,angle:0},{width:r,height:i},this.internals.getGraphDimensions(),this.internals.getStagePadding()),b=function(P){var N=kt(g,P);return{x:(1+N.x)*r/2,y:(1-N.y)*i/2}},p=b({x:d,y:h}),v=b({x:c,y:h}),m=b({x:d,y:f}),y=b({x:c,y:f}),x={x1:Math.min(p.x,v.x,m.x,y.x),y1:Math.min(p.y,v.y,m.y,y.y),x2:Math.max(p.x,v.x,m.x,y.x),y2:Math.max(p.y,v.y,m.y,y.y)},_=this.internals,T=_.settings,R=_.nodeDataCache,S=_.nodesWithForcedLabels,E=this.labelGrid.getLabelsToDisplay(e.ratio,T.labelDensity,x);Ba(E,S);for(var w=0,I=E.length;w<I;w++){var D=E[w],k=R[D];if(!this.displayedNodeLabels.has(D)&&!(k.visibility==="hidden"||k.labelVisibility==="hidden")&&k.label&&!(k.x<d||k.x>c||k.y<h||k.y>f)){var C=this.internals.framedGraphToViewport(k),F=C.x,z=C.y,G=this.internals.scaleSize(k.size);!rt(k)&&G<T.labelRenderedSizeThreshold||F<-Vt-G||F>r+Vt+G||z<-Xt-G||z>i+Xt+G||this.displayedNodeLabels.add(D)}}}},{key:"buildFramePassPoints",value:function(){var e=this.internals,t=e.nodeDataCache,r=e.nodeDataTexture;if(!r)return{data:this.framePassPoints,count:0};var i=this.displayedNodeLabels.size*3;this.framePassPoints.length<i&&(this.framePassPoints=new Float32Array(i));var o=this.framePassPoints,s=0,l=M(this.displayedNodeLabels),u;try{for(l.s();!(u=l.n()).done;){var d,c,h=u.value,f=t[h];if(f){var g=r.getIndex(h);g<0||(o[s*3]=g,o[s*3+1]=(d=Ot[f.labelPosition||Ye.labelPosition])!==null&&d!==void 0?d:0,o[s*3+2]=(c=f.labelAngle)!==null&&c!==void 0?c:0,s++)}}}catch(b){l.e(b)}finally{l.f()}return{data:o,count:s}}},{key:"renderWebGLLabels",value:function(e,t){var r=this.internals,i=r.nodeDataCache,o=r.labelProgram,s=r.primitives,l=r.nodeDataTexture,u=[],d=M(this.displayedNodeLabels),c;try{for(d.s();!(c=d.n()).done;){var h=c.value;if(!this.renderedNodeLabels.has(h)){var f=i[h];t&&f.labelDepth!==t||(this.renderedNodeLabels.add(h),u.push(h))}}}catch(Te){d.e(Te)}finally{d.f()}if(u.length!==0){if(this.labelsDirty){for(var g,b,p,v=0,m=0,y=u.length;m<y;m++){var x=i[u[m]];v+=x.label.length}o.reallocate(v);for(var _=14,T=(g=s==null||(b=s.nodes)===null||b===void 0||(b=b.label)===null||b===void 0?void 0:b.margin)!==null&&g!==void 0?g:Wt,R=Ye.labelPosition,S=(s==null||(p=s.nodes)===null||p===void 0||(p=p.label)===null||p===void 0||(p=p.font)===null||p===void 0?void 0:p.family)||"sans-serif",E=new Map,w=0,I=0,D=u.length;I<D;I++){var k,C,F,z,G=u[I],L=i[G],P=L.labelFont||S,N=E.get(P);if(N===void 0){var H=ea(P),U=H.family,q=H.weight,V=H.style;N=o.registerFont(U,q,V),E.set(P,N)}var j={text:L.label,x:L.x,y:L.y,size:(k=L.labelSize)!==null&&k!==void 0?k:_,color:L.labelColor,nodeSize:L.size,margin:T,position:(C=L.labelPosition)!==null&&C!==void 0?C:R,hidden:!1,forceLabel:rt(L),type:"default",zIndex:(F=L.zIndex)!==null&&F!==void 0?F:0,parentType:"node",parentKey:G,fontKey:N,labelAngle:(z=L.labelAngle)!==null&&z!==void 0?z:0,nodeIndex:l.getIndex(G)},Ie=o.processLabel(G,w,j);w+=Ie}o.invalidateBuffers()}o.render(e)}}},{key:"renderBackdrops",value:function(e,t){var r=this.internals,i=r.backdropProgram,o=r.nodeDataCache,s=r.nodesWithBackdrop,l=r.attachmentManager,u=r.pixelRatio,d=r.nodeDataTexture,c=[],h=M(s),f;try{for(h.s();!(f=h.n()).done;){var g,b=f.value,p=o[b];if(!(!p||p.visibility==="hidden")&&!(t&&p.depth!==t)){var v=(g=d?.getIndex(b))!==null&&g!==void 0?g:-1;v<0||c.push({key:b,nodeIndex:v})}}}catch(lt){h.e(lt)}finally{h.f()}if(c.length!==0){i.reallocate(c.length);for(var m=0;m<c.length;m++){var y,x,_,T,R,S,E,w,I=c[m],D=I.key,k=I.nodeIndex,C=o[D],F=this.displayedNodeLabels.has(D),z=F?this.measureNodeLabel(C):{width:0,height:0,textHeight:0},G=z.textHeight,L=z.width,P=z.height,N=0,H=0;if(F&&C.labelAttachment&&l){var U=l.getEntry(D,C.labelAttachment);if(U){var q=C.labelAttachmentPlacement||"below";if(q==="below"||q==="above"){var V=U.height/u;P+=V+st,L=Math.max(L,U.width/u),H=q==="below"?(V+st)/2:-(V+st)/2}else{var j=U.width/u;L+=j+st,P=Math.max(P,U.height/u),N=q==="right"?(j+st)/2:-(j+st)/2}}}var Ie=C.backdropColor?nt(C.backdropColor):[255,255,255,255],Te=C.backdropShadowColor?nt(C.backdropShadowColor):[0,0,0,128],$e=Ie.map(function(lt){return lt/255}),St=Te.map(function(lt){return lt/255}),Yt=(y=C.backdropShadowBlur)!==null&&y!==void 0?y:12,Kt=(x=C.backdropPadding)!==null&&x!==void 0?x:6,Zt=C.backdropBorderColor?nt(C.backdropBorderColor):[0,0,0,0],as=Zt.map(function(lt){return lt/255}),rs=(_=C.backdropBorderWidth)!==null&&_!==void 0?_:0,is=(T=C.backdropCornerRadius)!==null&&T!==void 0?T:0,pr=(R=C.backdropLabelPadding)!==null&&R!==void 0?R:-1,os=pr<0?Kt:pr,ss=(S=eh[(E=C.backdropArea)!==null&&E!==void 0?E:"both"])!==null&&S!==void 0?S:0,ls={key:D,nodeIndex:k,label:C.label,labelWidth:L,labelHeight:P,textHeight:G,type:"default",position:C.labelPosition||Ye.labelPosition,labelAngle:(w=C.labelAngle)!==null&&w!==void 0?w:0,backdropColor:$e,backdropShadowColor:St,backdropShadowBlur:Yt,backdropPadding:Kt,backdropBorderColor:as,backdropBorderWidth:rs,backdropCornerRadius:is,backdropLabelPadding:os,backdropArea:ss,labelBoxOffset:[N,H]};i.processBackdrop(m,ls)}i.invalidateBuffers(),i.render(e)}}},{key:"renderLabelBackgrounds",value:function(e,t){var r=this.internals,i=r.labelBackgroundProgram,o=r.nodeDataCache,s=r.nodeDataTexture,l=ye.nodeLabel.writesPickingThisFrame(this.internals),u=[],d=M(this.displayedNodeLabels),c;try{for(d.s();!(c=d.n()).done;){var h=c.value,f=o[h];!f||f.visibility==="hidden"||t&&f.labelDepth!==t||!l&&!f.labelBackgroundColor||u.push(h)}}catch(k){d.e(k)}finally{d.f()}if(u.length!==0){i.reallocate(u.length);for(var g=0;g<u.length;g++){var b,p,v,m,y=u[g],x=o[y],_=(b=s?.getIndex(y))!==null&&b!==void 0?b:-1;if(!(_<0)){var T=this.measureNodeLabel(x),R=T.width,S=T.height,E=T.textHeight,w=bt(this.internals.pickingState,"nodeLabel",y)||bt(this.internals.pickingState,"node",y),I=x.labelBackgroundColor?Pe(x.labelBackgroundColor):Pe("transparent"),D={nodeIndex:_,id:Ft(w),color:I,labelWidth:R,labelHeight:S,textHeight:E,positionMode:(p=Ot[x.labelPosition||Ye.labelPosition])!==null&&p!==void 0?p:0,labelAngle:(v=x.labelAngle)!==null&&v!==void 0?v:0,padding:(m=x.labelBackgroundPadding)!==null&&m!==void 0?m:Za};i.processLabelBackground(g,D)}}i.invalidateBuffers(),i.render(e)}}},{key:"cacheAttachments",value:function(e){var t=this.internals,r=t.attachmentManager,i=t.pixelRatio,o=t.nodeDataCache,s=t.nodesWithBackdrop,l=t.graph;if(r){var u=M(s),d;try{for(u.s();!(d=u.n()).done;){var c=d.value;if(this.displayedNodeLabels.has(c)){var h=o[c];if(!(!h||h.visibility==="hidden")&&!(e&&h.depth!==e)&&h.labelAttachment){var f=l.getNodeAttributes(c),g=this.measureNodeLabel(h),b=g.width,p=g.height,v={node:c,attributes:f,pixelRatio:i,labelWidth:b,labelHeight:p};r.renderAttachment(c,h.labelAttachment,v)}}}}catch(m){u.e(m)}finally{u.f()}r.regenerateAtlas()}}},{key:"renderAttachments",value:function(e,t){var r=this.internals,i=r.attachmentManager,o=r.attachmentProgram,s=r.nodeDataCache,l=r.nodesWithBackdrop,u=r.pixelRatio,d=r.nodeDataTexture;if(!(!i||!o)){var c=0;o.reallocateAttachments(l.size);var h=M(l),f;try{for(h.s();!(f=h.n()).done;){var g,b,p,v,m=f.value;if(this.displayedNodeLabels.has(m)){var y=s[m];if(!(!y||y.visibility==="hidden")&&!(t&&y.labelDepth!==t)&&y.labelAttachment){var x=i.getEntry(m,y.labelAttachment);if(x){var _=(g=d?.getIndex(m))!==null&&g!==void 0?g:-1;if(!(_<0)){var T=this.measureNodeLabel(y),R=T.width,S=T.height,E=T.textHeight,w=(b=eo[y.labelAttachmentPlacement||"below"])!==null&&b!==void 0?b:0;o.processAttachment(c,{nodeIndex:_,atlasX:x.x,atlasY:x.y,atlasW:x.width,atlasH:x.height,attachWidth:x.width/u,attachHeight:x.height/u,positionMode:(p=Ot[y.labelPosition||Ye.labelPosition])!==null&&p!==void 0?p:0,attachmentPlacement:w,labelWidth:R,labelHeight:S,textHeight:E,labelAngle:(v=y.labelAngle)!==null&&v!==void 0?v:0}),c++}}}}}}catch(I){h.e(I)}finally{h.f()}c!==0&&(o.reallocateAttachments(c),i.bindTexture(mn),o.invalidateBuffers(),o.render(e))}}},{key:"computeDisplayedEdgeLabels",value:function(){var e=this.internals,t=e.graph,r=e.stateManager,i=e.settings,o=e.edgesWithForcedLabels,s=r.getHighlightedNodes(),l=i.edgeLabelAnchors==="allNodes"?new Set(this.edgeAnchorGrid.getLabelsToDisplay(this.internals.getCameraState().ratio,i.labelDensity)):this.displayedNodeLabels,u=r.hovered,d=Jc({graph:t,hoveredNode:u?.kind==="node"?u.key:null,displayedNodeLabels:l,highlightedNodes:s});Ba(d,o),this.edgeLabelCandidates=d,this.displayedEdgeLabels=new Set}},{key:"filterEdgeLabelsForDepth",value:function(e){for(var t=this.internals,r=t.graph,i=t.nodeDataCache,o=t.edgeDataCache,s=[],l=new Set,u=0,d=this.edgeLabelCandidates.length;u<d;u++){var c=this.edgeLabelCandidates[u];if(!l.has(c)){l.add(c);var h=r.extremities(c),f=i[h[0]],g=i[h[1]],b=o[c];!b||!f||!g||b.visibility==="hidden"||b.labelVisibility==="hidden"||f.visibility==="hidden"||g.visibility==="hidden"||e&&b.labelDepth!==e||b.label&&s.push(c)}}return s}},{key:"renderEdgeLabels",value:function(e,t){var r=this.internals,i=r.graph,o=r.nodeDataCache,s=r.edgeDataCache,l=r.primitives,u=r.edgeLabelProgram,d=r.nodeDataTexture,c=r.edgeDataTexture;if(u){var h=this.filterEdgeLabelsForDepth(t),f=M(h),g;try{for(f.s();!(g=f.n()).done;){var b=g.value;this.displayedEdgeLabels.add(b)}}catch(j){f.e(j)}finally{f.f()}if(h.length!==0){if(this.labelsDirty){var p,v,m=0,y=M(h),x;try{for(y.s();!(x=y.n()).done;){var _=x.value;m+=s[_].label.length}}catch(j){y.e(j)}finally{y.f()}u.reallocate(m);var T=(p=l==null||(v=l.edges)===null||v===void 0||(v=v.label)===null||v===void 0?void 0:v.margin)!==null&&p!==void 0?p:5,R="over",S=0,E=M(h),w;try{for(E.s();!(w=E.n()).done;){var I,D,k=w.value,C=i.extremities(k),F=C[0],z=C[1],G=o[F],L=o[z],P=s[k],N=d.getIndex(F),H=d.getIndex(z),U=c.getIndex(k),q={text:P.label,x:(G.x+L.x)/2,y:(G.y+L.y)/2,size:No,color:P.labelColor,nodeSize:0,nodeIndex:-1,margin:T,position:(I=P.labelPosition)!==null&&I!==void 0?I:R,hidden:!1,forceLabel:rt(P),type:"default",zIndex:(D=P.zIndex)!==null&&D!==void 0?D:0,parentType:"edge",parentKey:k,fontKey:"",labelAngle:0,sourceX:G.x,sourceY:G.y,targetX:L.x,targetY:L.y,sourceSize:G.size,targetSize:L.size,sourceShape:G.shape||"circle",targetShape:L.shape||"circle",edgeSize:P.size,offset:0,edgeAttributes:P,sourceNodeIndex:N,targetNodeIndex:H,edgeIndex:U},V=u.processEdgeLabel(k,S,q);S+=V}}catch(j){E.e(j)}finally{E.f()}u.invalidateBuffers()}u.render(e)}}}},{key:"renderEdgeLabelBackgrounds",value:function(e,t){var r,i,o=this.internals,s=o.edgeLabelBackgroundProgram,l=o.edgeLabelProgram,u=o.edgeDataCache,d=o.primitives,c=o.edgeDataTexture;if(!(!c||!l||!s)){var h=ye.edgeLabel.writesPickingThisFrame(this.internals),f=(r=d==null||(i=d.edges)===null||i===void 0||(i=i.label)===null||i===void 0?void 0:i.margin)!==null&&r!==void 0?r:5,g="over",b=this.filterEdgeLabelsForDepth(t),p=[],v=M(b),m;try{for(v.s();!(m=v.n()).done;){var y=m.value;!h&&!u[y].labelBackgroundColor||p.push(y)}}catch(G){v.e(G)}finally{v.f()}if(p.length!==0){s.reallocate(p.length);for(var x=0;x<p.length;x++){var _,T,R,S=p[x],E=u[S],w=E.label,I=l.measureLabelAtlasWidth(w),D=(_=E.labelPosition)!==null&&_!==void 0?_:g,k=typeof D=="string"&&(T=th[D])!==null&&T!==void 0?T:0,C=bt(this.internals.pickingState,"edgeLabel",S)||bt(this.internals.pickingState,"edge",S),F=E.labelBackgroundColor?Pe(E.labelBackgroundColor):Pe("transparent"),z={edgeIndex:c.getIndex(S),baseFontSize:No,totalTextWidth:I,positionMode:k,margin:f,padding:(R=E.labelBackgroundPadding)!==null&&R!==void 0?R:nh,color:F,id:Ft(C),edgeAttributes:E};s.processEdgeLabelBackground(x,S,z)}s.invalidateBuffers(),s.render(e)}}}}])})(),rh=(function(){function n(a,e,t,r){K(this,n),A(this,"nodeStates",new Map),A(this,"edgeStates",new Map),A(this,"hovered",null),A(this,"dirtyNodes",new Set),A(this,"dirtyEdges",new Set),A(this,"graphStateChanged",!1),A(this,"graphStateFlagsDirty",!1),this.scheduleRefresh=a,this.customNodeStateDefaults=e,this.customEdgeStateDefaults=t,this.customGraphStateDefaults=r,this.graphState=Ia(r)}return Z(n,[{key:"getNodeState",value:function(e){e=""+e;var t=this.nodeStates.get(e);return t||(t=Si(this.customNodeStateDefaults),this.nodeStates.set(e,t)),t}},{key:"getEdgeState",value:function(e){e=""+e;var t=this.edgeStates.get(e);return t||(t=Ri(this.customEdgeStateDefaults),this.edgeStates.set(e,t)),t}},{key:"getGraphState",value:function(){return this.flushGraphStateFlags(),this.graphState}},{key:"getHighlightedNodes",value:function(){var e=new Set,t=M(this.nodeStates),r;try{for(t.s();!(r=t.n()).done;){var i=ee(r.value,2),o=i[0],s=i[1];s.isHighlighted&&e.add(o)}}catch(l){t.e(l)}finally{t.f()}return e}},{key:"setNodeState",value:function(e,t){e=""+e;var r=this.getNodeState(e);if(zt(r,t)){var i=O(O({},r),t);this.nodeStates.set(e,i),this.dirtyNodes.add(e),this.updateHoveredNodeTracking(e,r,i),this.graphStateFlagsDirty=!0,this.scheduleRefresh()}}},{key:"setEdgeState",value:function(e,t){e=""+e;var r=this.getEdgeState(e);if(zt(r,t)){var i=O(O({},r),t);this.edgeStates.set(e,i),this.dirtyEdges.add(e),this.updateHoveredEdgeTracking(e,r,i),this.graphStateFlagsDirty=!0,this.scheduleRefresh()}}},{key:"setGraphState",value:function(e){if(zt(this.graphState,e)){var t=O(O({},this.graphState),e);t.isIdle=!t.isPanning&&!t.isZooming&&!t.isDragging,this.graphState=t,this.graphStateChanged=!0,this.scheduleRefresh()}}},{key:"setNodesState",value:function(e,t){var r=!1,i=M(e),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;s=""+s;var l=this.getNodeState(s);if(zt(l,t)){var u=O(O({},l),t);this.nodeStates.set(s,u),this.dirtyNodes.add(s),this.updateHoveredNodeTracking(s,l,u),r=!0}}}catch(d){i.e(d)}finally{i.f()}r&&(this.graphStateFlagsDirty=!0,this.scheduleRefresh())}},{key:"setEdgesState",value:function(e,t){var r=!1,i=M(e),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;s=""+s;var l=this.getEdgeState(s);if(zt(l,t)){var u=O(O({},l),t);this.edgeStates.set(s,u),this.dirtyEdges.add(s),this.updateHoveredEdgeTracking(s,l,u),r=!0}}}catch(d){i.e(d)}finally{i.f()}r&&(this.graphStateFlagsDirty=!0,this.scheduleRefresh())}},{key:"removeNode",value:function(e){this.nodeStates.delete(e),this.dirtyNodes.delete(e),this.clearHoveredFor("node",e)}},{key:"removeEdge",value:function(e){this.edgeStates.delete(e),this.dirtyEdges.delete(e),this.clearHoveredFor("edge",e)}},{key:"pruneNodes",value:function(e){var t=M(this.nodeStates.keys()),r;try{for(t.s();!(r=t.n()).done;){var i=r.value;e(i)||this.removeNode(i)}}catch(o){t.e(o)}finally{t.f()}}},{key:"pruneEdges",value:function(e){var t=M(this.edgeStates.keys()),r;try{for(t.s();!(r=t.n()).done;){var i=r.value;e(i)||this.removeEdge(i)}}catch(o){t.e(o)}finally{t.f()}}},{key:"clearNodes",value:function(){this.nodeStates.clear(),this.dirtyNodes.clear(),this.clearHoveredForKinds(dr("node"))}},{key:"clearEdges",value:function(){this.edgeStates.clear(),this.dirtyEdges.clear(),this.clearHoveredForKinds(dr("edge"))}},{key:"resetGraphState",value:function(){this.graphState=Ia(this.customGraphStateDefaults),this.graphStateChanged=!1,this.graphStateFlagsDirty=!1}},{key:"clearDirtyTracking",value:function(){this.dirtyNodes.clear(),this.dirtyEdges.clear(),this.graphStateChanged=!1}},{key:"setHovered",value:function(e){this.hovered=e}},{key:"clearHoveredFor",value:function(e,t){this.hovered&&this.hovered.key===t&&dr(e).includes(this.hovered.kind)&&(this.hovered=null)}},{key:"clearHoveredForKinds",value:function(e){this.hovered&&e.includes(this.hovered.kind)&&(this.hovered=null)}},{key:"updateGraphStateFromNodes",value:function(){var e,t=!1,r=!1,i=!1,o=M(this.nodeStates),s;try{for(o.s();!(s=o.n()).done;){var l=ee(s.value,2),u=l[1];if(u.isHovered&&(t=!0),u.isHighlighted&&(r=!0),u.isDragged&&(i=!0),t&&r&&i)break}}catch(c){o.e(c)}finally{o.f()}!t&&((e=this.hovered)===null||e===void 0?void 0:e.kind)==="edge"&&(t=!0);var d=!this.graphState.isPanning&&!this.graphState.isZooming&&!i;(this.graphState.hasHovered!==t||this.graphState.hasHighlighted!==r||this.graphState.isDragging!==i||this.graphState.isIdle!==d)&&(this.graphStateChanged=!0),this.graphState=O(O({},this.graphState),{},{hasHovered:t,hasHighlighted:r,isDragging:i,isIdle:d})}},{key:"updateGraphStateFromEdges",value:function(){var e,t=((e=this.hovered)===null||e===void 0?void 0:e.kind)==="node";if(!t){var r=M(this.edgeStates),i;try{for(r.s();!(i=r.n()).done;){var o=ee(i.value,2),s=o[1];if(s.isHovered){t=!0;break}}}catch(l){r.e(l)}finally{r.f()}}this.graphState.hasHovered!==t&&(this.graphStateChanged=!0),this.graphState=O(O({},this.graphState),{},{hasHovered:t})}},{key:"flushGraphStateFlags",value:function(){this.graphStateFlagsDirty&&(this.updateGraphStateFromNodes(),this.updateGraphStateFromEdges(),this.graphStateFlagsDirty=!1)}},{key:"updateHoveredNodeTracking",value:function(e,t,r){var i;if(t.isHovered!==r.isHovered)if(r.isHovered){var o;if(((o=this.hovered)===null||o===void 0?void 0:o.kind)==="node"&&this.hovered.key!==e){var s=this.hovered.key,l=this.getNodeState(s);this.nodeStates.set(s,O(O({},l),{},{isHovered:!1})),this.dirtyNodes.add(s)}this.hovered={kind:"node",key:e}}else((i=this.hovered)===null||i===void 0?void 0:i.kind)==="node"&&this.hovered.key===e&&(this.hovered=null)}},{key:"updateHoveredEdgeTracking",value:function(e,t,r){var i;if(t.isHovered!==r.isHovered)if(r.isHovered){var o;if(((o=this.hovered)===null||o===void 0?void 0:o.kind)==="edge"&&this.hovered.key!==e){var s=this.hovered.key,l=this.getEdgeState(s);this.edgeStates.set(s,O(O({},l),{},{isHovered:!1})),this.dirtyEdges.add(s)}this.hovered={kind:"edge",key:e}}else((i=this.hovered)===null||i===void 0?void 0:i.kind)==="edge"&&this.hovered.key===e&&(this.hovered=null)}}])})(),Mo=1,Oo=2,Wo=3,Bo=4,ih=(function(n){function a(e,t){var r,i,o,s,l,u=arguments.length>2&&arguments[2]!==void 0?arguments[2]:{};K(this,a),l=le(this,a),A(l,"nodeReducer",null),A(l,"edgeReducer",null),A(l,"stageCanvas",null),A(l,"mouseLayer",null),A(l,"gestureHint",null),A(l,"extraElements",{}),A(l,"webGLContext",null),A(l,"pickingFrameBuffer",null),A(l,"pickingTexture",null),A(l,"pickingDepthBuffer",null),A(l,"activeListeners",{}),A(l,"nodeVariableEntries",[]),A(l,"edgeVariableEntries",[]),A(l,"edgePathsByName",new Map),A(l,"nodeProgramIndex",{}),A(l,"edgeProgramIndex",{}),A(l,"edgeTextureIndexCache",{}),A(l,"nodeGraphCoords",{}),A(l,"nodeExtent",{x:[0,1],y:[0,1]}),A(l,"matrix",Le()),A(l,"invMatrix",Le()),A(l,"correctionRatio",1),A(l,"frameId",0),A(l,"customBBox",null),A(l,"gpuTimerExt",void 0),A(l,"activeGpuTimerQuery",null),A(l,"pendingGpuTimerQueries",[]),A(l,"normalizationFunction",Zn({x:[0,1],y:[0,1]})),A(l,"graphToViewportRatio",1),A(l,"pickingState",Fc()),A(l,"prevNodeVisibilities",{}),A(l,"width",0),A(l,"height",0),A(l,"autoRescaleFrozen",!1),A(l,"stylesDeclaration",null),A(l,"resolvedStageStyle",{}),A(l,"renderFrame",null),A(l,"contextLost",!1),A(l,"pendingProcess","full"),A(l,"needToRefreshState",!1),A(l,"checkEdgesEventsFrame",null),A(l,"edgeStyleAnalysis",{dependency:"static",xAttribute:null,yAttribute:null}),A(l,"depthLayers",$($n)),A(l,"customLayerPrograms",new Map),A(l,"nodeShapeSlug",null),A(l,"sdfAtlas",null),A(l,"depthRanges",{nodes:{},edges:{}}),A(l,"nodeBaseDepth",{}),A(l,"edgeBaseDepth",{});var d=u.primitives,c=u.styles,h=u.settings,f=h===void 0?{}:h,g=u.nodeReducer,b=u.edgeReducer,p=u.customNodeState,v=u.customEdgeState,m=u.customGraphState;l.stateManager=new rh(function(){return l.scheduleStateRefresh()},p,v,m);var y=d??wi;l.stylesDeclaration=c?{nodes:(r=c.nodes)!==null&&r!==void 0?r:jn.nodes,edges:(i=c.edges)!==null&&i!==void 0?i:jn.edges,stage:c.stage}:jn,l.nodeReducer=g??null,l.edgeReducer=b??null;var x=Ga(l.stylesDeclaration.nodes);l.nodeReducer&&(x.dependency="graph-state"),l.edgeStyleAnalysis=Ga(l.stylesDeclaration.edges),l.edgeReducer&&(l.edgeStyleAnalysis.dependency="graph-state"),l.stylesDeclaration.stage&&(l.resolvedStageStyle=Wa(l.stylesDeclaration.stage,l.stateManager.graphState));var _=Ii(f);if(Jn(_),_.enableNodeDrag){var T=x.xAttribute,R=x.yAttribute;if((!T||!R)&&!_.dragPositionToAttributes)throw new Error('Sigma: `enableNodeDrag` is true but position attribute names could not be inferred from styles. Either use attribute bindings for x/y in your node styles (e.g. `x: { attribute: "x" }`), or provide a `dragPositionToAttributes` setting.')}if(Fi(e),!(t instanceof HTMLElement))throw new Error("Sigma: container should be an html element.");l.container=t,l.edgeGroups=new kc(e,function(L,P){for(var N=0;N<L.length;N++){var H=l.stateManager.getEdgeState(L[N]);H.parallelIndex=N,H.parallelCount=P}});var S=new Pc(e,l.viewportToGraph.bind(l),l.setNodesState.bind(l),function(L,P){return l.emit(L,P)});if(l.depthLayers=(o=y.depthLayers)!==null&&o!==void 0?o:$($n),!(c!=null&&c.nodes)&&!Un.every(function(L){return l.depthLayers.includes(L)}))throw new Error("Sigma: depthLayers must include ".concat(Un.join(", ")," for the built-in node styles."));if(!(c!=null&&c.edges)&&!Hn.every(function(L){return l.depthLayers.includes(L)}))throw new Error("Sigma: depthLayers must include ".concat(Hn.join(", ")," for the built-in edge styles."));l.itemBuckets={nodes:new or(l.depthLayers),edges:new or(l.depthLayers)},l.initWebGLContext(),l.mouseLayer=Nt("div",{position:"absolute",touchAction:"none",userSelect:"none"},{class:"sigma-mouse"}),l.container.appendChild(l.mouseLayer),l.resolvedStageStyle.background&&(l.container.style.backgroundColor=l.resolvedStageStyle.background),l.resolvedStageStyle.cursor&&(l.container.style.cursor=l.resolvedStageStyle.cursor);var E=new Eo(l.webGLContext),w=new sr(l.webGLContext,{channels:1}),I=new So(l.webGLContext),D=new sr(l.webGLContext,{channels:4}),k=l.webGLContext,C=new Qc({gl:k,getFrameBuffer:function(){return l.pickingFrameBuffer},getPixelRatio:function(){return l.internals.pixelRatio},getDownSizingRatio:function(){return l.internals.settings.pickingDownSizingRatio},isRenderPending:function(){return l.renderFrame!==null},onIndex:function(P,N){var H;return Vo(l.internals,(H=l.pickingState.lookup[P])!==null&&H!==void 0?H:null,N)}}),F=l.initPrograms(y,_),z=y==null||(s=y.nodes)===null||s===void 0?void 0:s.labelAttachments,G=null;return z&&Object.keys(z).length>0&&(G=new To(k,z,function(){return l.scheduleRender()})),l.internals=O(O({nodeDataCache:{},edgeDataCache:{},nodesWithForcedLabels:new Set,nodesWithBackdrop:new Set,edgesWithForcedLabels:new Set,settings:_,primitives:y,pixelRatio:dn(),graph:e,stateManager:l.stateManager,dragManager:S,hoverResolver:C,nodeStyleAnalysis:x,pickingState:l.pickingState},F),{},{attachmentManager:G,nodeDataTexture:E,nodeFrameTexture:w,edgeDataTexture:I,edgeFrameTexture:D,getDimensions:function(){return l.getDimensions()},getGraphDimensions:function(){return l.getGraphDimensions()},getStagePadding:function(){return l.getStagePadding()},getCameraState:function(){return l.camera.getState()},getHitAtPosition:function(P){return l.getHitAtPosition(P)},setNodeState:function(P,N){return l.setNodeState(P,N)},setEdgeState:function(P,N){return l.setEdgeState(P,N)},updateContainerCursor:function(){return l.updateContainerCursor()},scheduleRefresh:function(){return l.scheduleRefresh()},viewportToFramedGraph:function(P){return l.viewportToFramedGraph(P)},viewportToGraph:function(P){return l.viewportToGraph(P)},framedGraphToViewport:function(P){return l.framedGraphToViewport(P)},scaleSize:function(P){return l.scaleSize(P)},emit:function(P,N){return l.emit(P,N)}}),l.labelRenderer=new ah(l.internals),l.resize(),l.initializeWebGLLabels(),l.camera=new Do,l.bindCameraHandlers(),l.mouseCaptor=new Dc(l.mouseLayer,l),l.mouseCaptor.setSettings(l.internals.settings),l.touchCaptor=new Lc(l.mouseLayer,l),l.touchCaptor.setSettings(l.internals.settings),l.bindEventHandlers(),l.bindGraphHandlers(),l.handleSettingsUpdate(),l.refresh(),l}return ue(a,n),Z(a,[{key:"initializeWebGLLabels",value:function(){this.sdfAtlas=new ft,this.sdfAtlas.registerFont({family:"sans-serif",weight:"normal",style:"normal"})}},{key:"resetWebGLTexture",value:function(){var t=this.webGLContext;if(!this.pickingFrameBuffer)return this;var r=Math.ceil(this.width*this.internals.pixelRatio/this.internals.settings.pickingDownSizingRatio),i=Math.ceil(this.height*this.internals.pixelRatio/this.internals.settings.pickingDownSizingRatio);t.bindFramebuffer(t.FRAMEBUFFER,this.pickingFrameBuffer),this.pickingTexture&&t.deleteTexture(this.pickingTexture);var o=t.createTexture();o&&(t.bindTexture(t.TEXTURE_2D,o),t.texImage2D(t.TEXTURE_2D,0,t.RGBA,r,i,0,t.RGBA,t.UNSIGNED_BYTE,null),t.texParameteri(t.TEXTURE_2D,t.TEXTURE_MIN_FILTER,t.NEAREST),t.texParameteri(t.TEXTURE_2D,t.TEXTURE_MAG_FILTER,t.NEAREST),t.framebufferTexture2D(t.FRAMEBUFFER,t.COLOR_ATTACHMENT0,t.TEXTURE_2D,o,0),this.pickingTexture=o),this.pickingDepthBuffer&&t.deleteRenderbuffer(this.pickingDepthBuffer);var s=t.createRenderbuffer();return s&&(t.bindRenderbuffer(t.RENDERBUFFER,s),t.renderbufferStorage(t.RENDERBUFFER,t.DEPTH_COMPONENT16,r,i),t.framebufferRenderbuffer(t.FRAMEBUFFER,t.DEPTH_ATTACHMENT,t.RENDERBUFFER,s),this.pickingDepthBuffer=s),t.bindFramebuffer(t.FRAMEBUFFER,null),this}},{key:"bindCameraHandlers",value:function(){var t=this;return this.activeListeners.camera=function(){t.refreshMatrices(),t.labelRenderer.labelsDirty=!0,t.scheduleRender()},this.activeListeners.cameraAnimationStart=function(r){var i=r.from,o=r.to;i.ratio!==o.ratio&&t.stateManager.setGraphState({isZooming:!0})},this.activeListeners.cameraAnimationEnd=function(){t.stateManager.setGraphState({isZooming:!1})},this.camera.on("updated",this.activeListeners.camera),this.camera.on("animationStart",this.activeListeners.cameraAnimationStart),this.camera.on("animationEnd",this.activeListeners.cameraAnimationEnd),this}},{key:"unbindCameraHandlers",value:function(){return this.camera.removeListener("updated",this.activeListeners.camera),this.camera.removeListener("animationStart",this.activeListeners.cameraAnimationStart),this.camera.removeListener("animationEnd",this.activeListeners.cameraAnimationEnd),this}},{key:"getHitAtPosition",value:function(t){var r;if(this.contextLost)return null;var i=this.webGLContext;i.bindFramebuffer(i.FRAMEBUFFER,this.pickingFrameBuffer);var o=li(i,this.pickingFrameBuffer,t.x,t.y,this.internals.pixelRatio,this.internals.settings.pickingDownSizingRatio),s=Da.apply(void 0,$(o));return(r=this.pickingState.lookup[s])!==null&&r!==void 0?r:null}},{key:"bindEventHandlers",value:function(){return Wc(this.internals,this.mouseCaptor,this.touchCaptor,this.activeListeners),this}},{key:"bindGraphHandlers",value:function(){return Bc({graph:this.internals.graph,edgeGroups:this.edgeGroups,addNode:this.addNode.bind(this),updateNode:this.updateNode.bind(this),removeNode:this.removeNode.bind(this),addEdge:this.addEdge.bind(this),updateEdge:this.updateEdge.bind(this),removeEdge:this.removeEdge.bind(this),clearEdgeState:this.clearEdgeState.bind(this),clearNodeState:this.clearNodeState.bind(this),clearEdgeIndices:this.clearEdgeIndices.bind(this),clearNodeIndices:this.clearNodeIndices.bind(this),refresh:this.refresh.bind(this)},this.activeListeners),this}},{key:"unbindGraphHandlers",value:function(){Uc(this.internals.graph,this.activeListeners)}},{key:"getNodeShapeId",value:function(t){return this.internals.nodeShapeMap&&this.internals.nodeGlobalShapeIds&&t.shape&&t.shape in this.internals.nodeShapeMap?this.internals.nodeGlobalShapeIds[this.internals.nodeShapeMap[t.shape]]:vn(t.shape||"circle")}},{key:"processNodes",value:function(){var t=this,r=this.internals.graph,i=this.internals.settings,o=this.getDimensions(),s=i.autoRescale,l=i.autoRescaleContent,u=this.nodeExtent;if(s===!1){var d=o.width,c=o.height;u={x:[-d/2,d/2],y:[-c/2,c/2]}}else(s!=="once"||!this.autoRescaleFrozen)&&(u=this.computeNodeExtent(),l!=="positions"&&!this.customBBox&&(u=Xc({extent:u,coords:this.nodeGraphCoords,nodeData:this.internals.nodeDataCache,dimensions:o,stagePadding:this.getStagePadding(),zoomToSizeRatioFunction:i.zoomToSizeRatioFunction,itemSizesReference:i.itemSizesReference,fitLabels:l==="labels",nodeLabelBox:function(H,U){return t.labelRenderer.nodeLabelBox(H,U)}})),s==="once"&&(this.autoRescaleFrozen=!0));this.nodeExtent=u,this.normalizationFunction=Zn(this.customBBox||this.nodeExtent);var h=new Do,f=tt(h.getState(),o,this.getGraphDimensions(),this.getStagePadding());this.labelRenderer.labelGrid.resizeAndClear(o,i.labelGridCellSize),this.labelRenderer.edgeAnchorGrid.resizeAndClear(o,i.labelGridCellSize);var g=i.renderEdgeLabels&&i.edgeLabelAnchors==="allNodes",b=!1;ur(this.pickingState,"node");for(var p=r.nodes(),v=0,m=p.length;v<m;v++){var y=p[v],x=this.internals.nodeDataCache[y],_=this.nodeGraphCoords[y];x.x=_.x,x.y=_.y,this.normalizationFunction.applyTo(x),x.visibility!==this.prevNodeVisibilities[y]&&(b=!0),typeof x.label=="string"&&x.visibility!=="hidden"&&x.labelVisibility!=="hidden"&&this.labelRenderer.labelGrid.add(y,x.size,this.framedGraphToViewport(x,{matrix:f})),g&&x.visibility!=="hidden"&&this.labelRenderer.edgeAnchorGrid.add(y,x.size,this.framedGraphToViewport(x,{matrix:f}))}this.labelRenderer.labelGrid.organize(),this.labelRenderer.edgeAnchorGrid.organize(),this.nodeProgram.reallocate(p.length);var T=0;this.depthRanges.nodes={},this.nodeBaseDepth={};var R=this.internals.nodeDataCache,S=M(this.depthLayers),E;try{for(S.s();!(E=S.n()).done;){var w=E.value,I=this.itemBuckets.nodes.getSorted(w,function(N){return R[N].zIndex});if(I.length!==0){this.depthRanges.nodes[w]=[{offset:T,count:I.length}];var D=M(I),k;try{for(D.s();!(k=D.n()).done;){var C=k.value;this.nodeBaseDepth[C]=w,this.nodeProgram.allocateNode(C),ko(this.pickingState,"node",C),this.addNodeToProgram(C,T++)}}catch(N){D.e(N)}finally{D.f()}}}}catch(N){S.e(N)}finally{S.f()}this.nodeProgram.invalidateBuffers();for(var F=0,z=p.length;F<z;F++)this.prevNodeVisibilities[p[F]]=this.internals.nodeDataCache[p[F]].visibility;this.labelRenderer.processWebGLLabels(p);var G=M(this.customLayerPrograms.values()),L;try{for(G.s();!(L=G.n()).done;){var P=L.value.program;P.cacheData&&P.cacheData()}}catch(N){G.e(N)}finally{G.f()}return b}},{key:"processEdges",value:function(){var t=this.internals.graph,r=t.edges();this.edgeProgram.reallocate(r.length);var i=0;ur(this.pickingState,"edge"),this.depthRanges.edges={},this.edgeBaseDepth={};var o=this.internals.edgeDataCache,s=M(this.depthLayers),l;try{for(s.s();!(l=s.n()).done;){var u=l.value,d=this.itemBuckets.edges.getSorted(u,function(g){return o[g].zIndex});if(d.length!==0){this.depthRanges.edges[u]=[{offset:i,count:d.length}];var c=M(d),h;try{for(c.s();!(h=c.n()).done;){var f=h.value;this.edgeBaseDepth[f]=u,ko(this.pickingState,"edge",f),this.addEdgeToProgram(f,i++)}}catch(g){c.e(g)}finally{c.f()}}}}catch(g){s.e(g)}finally{s.f()}this.edgeProgram.invalidateBuffers()}},{key:"updateNodeDepthRanges",value:function(t,r,i){var o=this.nodeProgramIndex[t];o!==void 0&&(Ha(this.depthRanges.nodes,r,o),$a(this.depthRanges.nodes,i,o))}},{key:"updateEdgeDepthRanges",value:function(t,r,i){var o=this.edgeProgramIndex[t];o!==void 0&&(Ha(this.depthRanges.edges,r,o),$a(this.depthRanges.edges,i,o))}},{key:"handleSettingsUpdate",value:function(){var t=this,r=this.internals.settings;return this.camera.minRatio=r.minCameraRatio,this.camera.maxRatio=r.maxCameraRatio,this.camera.enabledZooming=r.enableCameraZooming,this.camera.enabledPanning=r.enableCameraPanning,this.camera.enabledRotation=r.enableCameraRotation,r.cameraPanBoundaries?this.camera.constrainState=function(i){return t.cleanCameraState(i,r.cameraPanBoundaries&&Q(r.cameraPanBoundaries)==="object"?r.cameraPanBoundaries:{})}:this.camera.constrainState=null,this.camera.setState(this.camera.getState()),this.mouseLayer.style.touchAction=r.gestureTarget==="graph"?"none":r.gestureTarget==="shared"?"pan-x pan-y":"auto",r.gestureTarget!=="shared"&&this.gestureHint&&(this.gestureHint.kill(),this.gestureHint=null),this.mouseCaptor.setSettings(this.internals.settings),this.touchCaptor.setSettings(this.internals.settings),this}},{key:"cleanCameraState",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{},i=r.tolerance,o=i===void 0?0:i,s=r.boundaries,l=O({},t),u=s||this.nodeExtent,d=ee(u.x,2),c=d[0],h=d[1],f=ee(u.y,2),g=f[0],b=f[1],p=[this.graphToViewport({x:c,y:g},{cameraState:t}),this.graphToViewport({x:h,y:g},{cameraState:t}),this.graphToViewport({x:c,y:b},{cameraState:t}),this.graphToViewport({x:h,y:b},{cameraState:t})],v=1/0,m=-1/0,y=1/0,x=-1/0;p.forEach(function(C){var F=C.x,z=C.y;v=Math.min(v,F),m=Math.max(m,F),y=Math.min(y,z),x=Math.max(x,z)});var _=m-v,T=x-y,R=this.getDimensions(),S=R.width,E=R.height,w=0,I=0;if(_>=S?m<S-o?w=m-(S-o):v>o&&(w=v-o):m>S+o?w=m-(S+o):v<-o&&(w=v+o),T>=E?x<E-o?I=x-(E-o):y>o&&(I=y-o):x>E+o?I=x-(E+o):y<-o&&(I=y+o),w||I){var D=this.viewportToFramedGraph({x:0,y:0},{cameraState:t}),k=this.viewportToFramedGraph({x:w,y:I},{cameraState:t});w=k.x-D.x,I=k.y-D.y,l.x+=w,l.y+=I}return l}},{key:"refreshMatrices",value:function(){var t=this.camera.getState(),r=this.getDimensions(),i=this.getGraphDimensions(),o=this.getStagePadding();this.matrix=tt(t,r,i,o),this.invMatrix=tt(t,r,i,o,!0),this.correctionRatio=ri(this.matrix,t,r),this.graphToViewportRatio=this.getGraphToViewportRatio()}},{key:"processData",value:function(){var t;this.emit("beforeProcess"),(t=this.internals.attachmentManager)===null||t===void 0||t.clear();var r=O({},this.pickingState.idsByKind),i=this.processNodes();(this.pendingProcess==="full"||i)&&this.processEdges(),Ic(this.pickingState,this.internals),Gc(r,this.pickingState.idsByKind)||this.internals.hoverResolver.invalidate(),this.pendingProcess="none",this.emit("afterProcess")}},{key:"render",value:function(){var t=this;if(this.contextLost)return this;this.emit("beforeRender");var r=function(){return t.internals.hoverResolver.frameRendered(),t.emit("afterRender"),t};if(this.renderFrame&&(cancelAnimationFrame(this.renderFrame),this.renderFrame=null),this.resize(),(this.pendingProcess!=="none"||this.needToRefreshState)&&(this.labelRenderer.labelsDirty=!0),this.pendingProcess!=="none"&&this.processData(),this.needToRefreshState&&this.refreshState(),this.needToRefreshState=!1,this.stateManager.clearDirtyTracking(),this.pendingProcess!=="none"&&this.processData(),this.clear(),this.resetWebGLTexture(),!this.internals.graph.order)return r();var i=this.mouseCaptor,o=this.camera.isAnimating()||i.isMoving||i.draggedEvents||i.currentWheelDirection;if(this.refreshMatrices(),this.frameId++,this.internals.settings.renderEdgeLabels&&!this.internals.edgeLabelProgram){var s=this.createEdgeLabelPrograms(),l=s.labelProgram,u=s.labelBackgroundProgram;this.internals.edgeLabelProgram=l,this.internals.edgeLabelBackgroundProgram=u}var d=this.internals.settings.DEBUG_logRenderStats?this.getDebugPrograms():null;d&&d.forEach(function(j){return j.resetDebugStats()}),this.internals.settings.DEBUG_gpuTimerQueries&&this.beginGpuTimerQuery(),this.internals.nodeFrameTexture.ensureCapacity(this.internals.nodeDataTexture.getCapacity()),this.internals.edgeFrameTexture.ensureCapacity(this.internals.edgeDataTexture.getCapacity());var c=this.getRenderParams(),h=ye.edge.writesPickingThisFrame(this.internals)?c:O(O({},c),{},{pickingFrameBuffer:null});this.labelRenderer.resetFrame();var f=this.webGLContext,g=Math.ceil(this.width*this.internals.pixelRatio/this.internals.settings.pickingDownSizingRatio),b=Math.ceil(this.height*this.internals.pixelRatio/this.internals.settings.pickingDownSizingRatio);if(f.bindFramebuffer(f.FRAMEBUFFER,this.pickingFrameBuffer),f.viewport(0,0,g,b),f.clear(f.COLOR_BUFFER_BIT|f.DEPTH_BUFFER_BIT),f.bindFramebuffer(f.FRAMEBUFFER,null),f.viewport(0,0,this.width*this.internals.pixelRatio,this.height*this.internals.pixelRatio),f.clear(f.COLOR_BUFFER_BIT|f.DEPTH_BUFFER_BIT),this.internals.nodeDataTexture.upload(),this.internals.edgeDataTexture.upload(),this.nodeProgram.uploadLayerTexture(),this.edgeProgram.uploadAttributeTexture(),this.emit("afterTexturesUpload"),this.internals.nodeDataTexture.bind(Wo),this.internals.edgeDataTexture.bind(Bo),this.edgeFramePass.run(c,this.internals.edgeFrameTexture,this.internals.edgeDataTexture.getHighWaterMark(),this.edgeProgram.getAttributeTexture(),this.nodeProgram.getAttributeTexture()),this.internals.edgeFrameTexture.bind(Mo),this.internals.settings.renderLabels){this.labelRenderer.computeDisplayedNodeLabels();var p=this.labelRenderer.buildFramePassPoints(),v=p.data,m=p.count;this.nodeFramePass.run(v,m,this.internals.nodeFrameTexture,c,this.nodeProgram.getAttributeTexture()),this.internals.nodeFrameTexture.bind(Oo)}this.internals.settings.renderEdgeLabels&&this.labelRenderer.computeDisplayedEdgeLabels();var y=M(this.customLayerPrograms.values()),x;try{for(y.s();!(x=y.n()).done;){var _=x.value.program;_.preRender&&_.preRender(c)}}catch(j){y.e(j)}finally{y.f()}f.bindFramebuffer(f.FRAMEBUFFER,null),f.viewport(0,0,this.width*this.internals.pixelRatio,this.height*this.internals.pixelRatio),f.blendFunc(f.ONE,f.ONE_MINUS_SRC_ALPHA);var T=!this.internals.settings.hideLabelsOnMove||!o,R=M(this.depthLayers),S;try{for(R.s();!(S=R.n()).done;){var E=S.value,w=M(this.customLayerPrograms.values()),I;try{for(w.s();!(I=w.n()).done;){var D=I.value;D.depth===E&&D.program.render(c)}}catch(j){w.e(j)}finally{w.f()}var k=this.depthRanges.edges[E];if(k&&(!this.internals.settings.hideEdgesOnMove||!o)){var C=M(k),F;try{for(C.s();!(F=C.n()).done;){var z=F.value,G=z.offset,L=z.count;L>0&&this.edgeProgram.render(h,G,L)}}catch(j){C.e(j)}finally{C.f()}}this.internals.settings.renderEdgeLabels&&T&&(this.labelRenderer.renderEdgeLabelBackgrounds(ye.edgeLabel.writesPickingThisFrame(this.internals)?c:O(O({},c),{},{pickingFrameBuffer:null}),E),this.labelRenderer.renderEdgeLabels(c,E)),this.labelRenderer.cacheAttachments(E),this.labelRenderer.renderBackdrops(O(O({},c),{},{pickingFrameBuffer:null}),E);var P=this.depthRanges.nodes[E];if(P){var N=M(P),H;try{for(N.s();!(H=N.n()).done;){var U=H.value,q=U.offset,V=U.count;V>0&&this.nodeProgram.render(c,q,V)}}catch(j){N.e(j)}finally{N.f()}}T&&(this.labelRenderer.renderAttachments(O(O({},c),{},{pickingFrameBuffer:null}),E),this.labelRenderer.renderLabelBackgrounds(ye.nodeLabel.writesPickingThisFrame(this.internals)?c:O(O({},c),{},{pickingFrameBuffer:null}),E),this.internals.settings.renderLabels&&this.labelRenderer.renderWebGLLabels(c,E))}}catch(j){R.e(j)}finally{R.f()}return this.labelRenderer.labelsDirty=!1,this.internals.settings.DEBUG_displayPickingLayer&&(f.bindFramebuffer(f.READ_FRAMEBUFFER,this.pickingFrameBuffer),f.bindFramebuffer(f.DRAW_FRAMEBUFFER,null),f.blitFramebuffer(0,0,g,b,0,0,this.width*this.internals.pixelRatio,this.height*this.internals.pixelRatio,f.COLOR_BUFFER_BIT,f.NEAREST)),this.internals.settings.DEBUG_gpuTimerQueries&&this.endGpuTimerQuery(),this.pollGpuTimerQueries(),d&&this.logRenderStats(d),r()}},{key:"getDebugPrograms",value:function(){return[this.nodeProgram,this.edgeProgram,this.internals.labelProgram,this.internals.edgeLabelProgram,this.internals.edgeLabelBackgroundProgram,this.internals.backdropProgram,this.internals.labelBackgroundProgram,this.internals.attachmentProgram].filter(function(t){return t!==null})}},{key:"logRenderStats",value:function(t){var r={},i=M(t),o;try{for(i.s();!(o=i.n()).done;){var s=o.value;r[s.constructor.name]=O({},s.debugStats)}}catch(l){i.e(l)}finally{i.f()}console.log("[sigma] DEBUG_logRenderStats: frame #".concat(this.frameId)),console.table(r)}},{key:"getGpuTimerExtension",value:function(){return this.gpuTimerExt===void 0&&(this.gpuTimerExt=this.webGLContext.getExtension("EXT_disjoint_timer_query_webgl2"),this.gpuTimerExt||console.warn("Sigma: DEBUG_gpuTimerQueries is enabled, but this browser/driver doesn't support EXT_disjoint_timer_query_webgl2.")),this.gpuTimerExt}},{key:"beginGpuTimerQuery",value:function(){var t=this.getGpuTimerExtension();if(t){var r=this.webGLContext,i=r.createQuery();i&&(r.beginQuery(t.TIME_ELAPSED_EXT,i),this.activeGpuTimerQuery=i)}}},{key:"endGpuTimerQuery",value:function(){!this.gpuTimerExt||!this.activeGpuTimerQuery||(this.webGLContext.endQuery(this.gpuTimerExt.TIME_ELAPSED_EXT),this.pendingGpuTimerQueries.push({query:this.activeGpuTimerQuery,frameId:this.frameId}),this.activeGpuTimerQuery=null)}},{key:"pollGpuTimerQueries",value:function(){if(this.pendingGpuTimerQueries.length!==0){var t=this.webGLContext,r=this.gpuTimerExt;if(!r){this.pendingGpuTimerQueries.forEach(function(c){var h=c.query;return t.deleteQuery(h)}),this.pendingGpuTimerQueries=[];return}var i=t.getParameter(r.GPU_DISJOINT_EXT),o=[],s=M(this.pendingGpuTimerQueries),l;try{for(s.s();!(l=s.n()).done;){var u=l.value;if(!t.getQueryParameter(u.query,t.QUERY_RESULT_AVAILABLE)){o.push(u);continue}if(!i){var d=t.getQueryParameter(u.query,t.QUERY_RESULT);console.log("[sigma] DEBUG_gpuTimerQueries: frame #".concat(u.frameId," GPU time = ").concat((d/1e6).toFixed(2),"ms"))}t.deleteQuery(u.query)}}catch(c){s.e(c)}finally{s.f()}this.pendingGpuTimerQueries=o}}},{key:"postEvaluateNode",value:function(t,r,i){var o=t;o.x===void 0&&(o.x=r.x),o.y===void 0&&(o.y=r.y),t.highlighted=i.isHighlighted;for(var s=0,l=this.nodeVariableEntries.length;s<l;s++){var u,d,c=ee(this.nodeVariableEntries[s],2),h=c[0],f=c[1];o[h]=(u=(d=o[h])!==null&&d!==void 0?d:r[h])!==null&&u!==void 0?u:f.default}}},{key:"addNode",value:function(t){var r=this.internals.graph.getNodeAttributes(t),i=this.stateManager.getNodeState(t),o=this.internals.nodeDataCache[t]||{};if(Ma(this.stylesDeclaration.nodes,r,i,this.stateManager.graphState,this.internals.graph,o),this.postEvaluateNode(o,r,i),this.nodeReducer){var s=this.nodeReducer(t,o,r,i,this.stateManager.graphState,this.internals.graph);o=O(O({},o),s)}if(typeof o.x!="number"||typeof o.y!="number")throw new Error('Sigma: could not find a valid position (x, y) for node "'.concat(t,'". ')+"Provide coordinates via node attributes, styles, or a nodeReducer.");this.internals.nodeShapeMap?(!o.shape||!(o.shape in this.internals.nodeShapeMap))&&(o.shape=Object.keys(this.internals.nodeShapeMap)[0]):this.nodeShapeSlug&&(o.shape=this.nodeShapeSlug),this.internals.nodeDataCache[t]=o,this.nodeGraphCoords[t]={x:o.x,y:o.y},ht(this.internals.nodesWithForcedLabels,t,rt(o)),ht(this.internals.nodesWithBackdrop,t,Ua(o)),this.itemBuckets.nodes.set(t,o.depth)}},{key:"updateNode",value:function(t){this.addNode(t);var r=this.internals.nodeDataCache[t];this.normalizationFunction.applyTo(r)}},{key:"removeNode",value:function(t){this.itemBuckets.nodes.remove(t),delete this.internals.nodeDataCache[t],delete this.nodeGraphCoords[t],delete this.nodeProgramIndex[t],this.internals.dragManager.removeNode(t),this.stateManager.removeNode(t),this.internals.nodesWithForcedLabels.delete(t),this.internals.nodesWithBackdrop.delete(t)}},{key:"postEvaluateEdge",value:function(t,r){for(var i=t,o=0,s=this.edgeVariableEntries.length;o<s;o++){var l,u,d=ee(this.edgeVariableEntries[o],2),c=d[0],h=d[1];i[c]=(l=(u=i[c])!==null&&u!==void 0?u:r[c])!==null&&l!==void 0?l:h.default}}},{key:"applyEdgeSpread",value:function(t,r,i){var o;if(!(i.parallelCount<=1)){var s=this.internals.graph.source(t),l=this.internals.graph.target(t),u=s===l,d=u?r.selfLoopPath||r.path:r.parallelPath||r.path,c=d?this.edgePathsByName.get(d):void 0;if(c!=null&&c.spread){var h=(o=r.parallelSpread)!==null&&o!==void 0?o:.25,f=c.spread.compute(i.parallelIndex,i.parallelCount,h);!u&&this.internals.graph.isDirected(t)&&s>l&&(f=-f),r[c.spread.variable]=f}}}},{key:"addEdge",value:function(t){var r=this.internals.graph.getEdgeAttributes(t),i=this.stateManager.getEdgeState(t),o={};if(Oa(this.stylesDeclaration.edges,r,i,this.stateManager.graphState,this.internals.graph,o),this.postEvaluateEdge(o,r),this.edgeReducer){var s=this.edgeReducer(t,o,r,i,this.stateManager.graphState,this.internals.graph);o=O(O({},o),s)}this.applyEdgeSpread(t,o,i),this.internals.edgeDataCache[t]=o,ht(this.internals.edgesWithForcedLabels,t,rt(o)),this.itemBuckets.edges.set(t,o.depth)}},{key:"updateEdge",value:function(t){this.addEdge(t)}},{key:"removeEdge",value:function(t){this.itemBuckets.edges.remove(t),delete this.internals.edgeDataCache[t],delete this.edgeProgramIndex[t],delete this.edgeTextureIndexCache[t],this.internals.edgeDataTexture.free(t),this.stateManager.removeEdge(t),this.internals.edgesWithForcedLabels.delete(t)}},{key:"clearNodeIndices",value:function(){this.labelRenderer.resetLabelGrid(),this.autoRescaleFrozen||(this.nodeExtent={x:[0,1],y:[0,1]}),this.internals.nodeDataCache={},this.nodeGraphCoords={},this.edgeProgramIndex={},this.internals.nodesWithForcedLabels.clear(),this.internals.nodesWithBackdrop.clear(),this.prevNodeVisibilities={},this.itemBuckets.nodes.clearAll(),this.depthRanges.nodes={},this.nodeBaseDepth={}}},{key:"clearEdgeIndices",value:function(){this.internals.edgeDataCache={},this.edgeProgramIndex={},this.edgeTextureIndexCache={},this.internals.edgesWithForcedLabels.clear(),ur(this.pickingState,"edge"),this.itemBuckets.edges.clearAll(),this.depthRanges.edges={},this.edgeBaseDepth={},this.edgeGroups.clear()}},{key:"clearIndices",value:function(){this.clearEdgeIndices(),this.clearNodeIndices()}},{key:"clearNodeState",value:function(){this.labelRenderer.resetFrame(),this.internals.nodesWithBackdrop.clear(),this.internals.dragManager.clear(),this.autoRescaleFrozen=!1,this.stateManager.clearNodes()}},{key:"clearEdgeState",value:function(){this.labelRenderer.clearEdgeLabels(),this.stateManager.clearEdges()}},{key:"clearState",value:function(){this.clearEdgeState(),this.clearNodeState(),this.stateManager.resetGraphState()}},{key:"addNodeToProgram",value:function(t,r){var i,o=this.internals.nodeDataCache[t];this.internals.nodeDataTexture.allocate(t),(i=this.internals.nodeDataTexture).updateNode.apply(i,[t,o.x,o.y,o.size,this.getNodeShapeId(o)].concat($(Kn(o)),[o.color]));var s=this.internals.nodeDataTexture.getIndex(t);this.nodeProgram.process(bt(this.pickingState,"node",t),r,o,s,t),this.nodeProgramIndex[t]=r}},{key:"addEdgeToProgram",value:function(t,r){var i,o,s=this.internals.edgeDataCache[t],l=this.internals.graph.source(t),u=this.internals.graph.target(t),d=this.internals.edgeDataTexture.allocate(t);this.edgeTextureIndexCache[t]=d;var c=l===u,h=!c&&((i=(o=this.stateManager.getEdgeState(t))===null||o===void 0?void 0:o.parallelCount)!==null&&i!==void 0?i:1)>1,f=this.edgeProgram.resolveEdgeIds(s,c,h),g=f.pathId,b=f.headId,p=f.tailId,v=f.headLengthRatio,m=f.tailLengthRatio;this.internals.edgeDataTexture.updateEdge(t,this.internals.nodeDataTexture.getIndex(l),this.internals.nodeDataTexture.getIndex(u),s.size,v,m,g,b,p),this.edgeProgram.process(bt(this.pickingState,"edge",t),r,this.internals.nodeDataCache[l],this.internals.nodeDataCache[u],s,d),this.edgeProgramIndex[t]=r}},{key:"getRenderParams",value:function(){return{frameId:this.frameId,matrix:this.matrix,invMatrix:this.invMatrix,width:this.width,height:this.height,pixelRatio:this.internals.pixelRatio,zoomRatio:this.camera.ratio,cameraAngle:this.camera.angle,sizeRatio:1/this.scaleSize(),correctionRatio:this.correctionRatio,downSizingRatio:this.internals.settings.pickingDownSizingRatio,minEdgeThickness:this.internals.settings.minEdgeThickness,antiAliasingFeather:this.internals.settings.antiAliasingFeather,nodePickingPadding:this.internals.settings.nodePickingPadding,edgePickingPadding:this.internals.settings.edgePickingPadding,labelPickingPadding:this.internals.settings.labelPickingPadding,nodeDataTextureUnit:Wo,nodeDataTextureWidth:this.internals.nodeDataTexture.getTextureWidth(),nodeFrameTextureUnit:Oo,nodeFrameTextureWidth:this.internals.nodeFrameTexture.getTextureWidth(),edgeDataTextureUnit:Bo,edgeDataTextureWidth:this.internals.edgeDataTexture.getTextureWidth(),edgeFrameTextureUnit:Mo,edgeFrameTextureWidth:this.internals.edgeFrameTexture.getTextureWidth(),pickingFrameBuffer:this.pickingFrameBuffer,labelPixelSnapping:this.internals.settings.labelPixelSnapping?1:0}}},{key:"getStagePadding",value:function(){var t=this.internals.settings,r=t.stagePadding,i=t.autoRescale;return i&&r||0}},{key:"getLayerElement",value:function(t){if(t==="mouse")return this.mouseLayer;var r=this.extraElements[t];if(!r)throw new Error('Sigma: layer "'.concat(t,'" does not exist'));return r}},{key:"initWebGLContext",value:function(){var t=this,r=this.createWebGLContext("stage");this.stageCanvas=this.extraElements.stage,this.webGLContext=r,this.stageCanvas.addEventListener("webglcontextlost",function(i){t.webGLContext&&(i.preventDefault(),t.contextLost=!0,t.renderFrame&&(cancelAnimationFrame(t.renderFrame),t.renderFrame=null),t.gpuTimerExt=void 0,t.activeGpuTimerQuery=null,t.pendingGpuTimerQueries=[],t.emit("webglContextLost"))}),this.stageCanvas.addEventListener("webglcontextrestored",function(){requestAnimationFrame(function(){t.webGLContext&&!t.webGLContext.isContextLost()&&t.restoreWebGLContext()})}),this.initPickingFramebuffer()}},{key:"initPickingFramebuffer",value:function(){var t=this.webGLContext,r=t.createFramebuffer();if(!r)throw new Error("Sigma: cannot create picking frame buffer");t.bindFramebuffer(t.FRAMEBUFFER,r);var i=t.createTexture();if(!i)throw new Error("Sigma: cannot create picking texture");t.bindTexture(t.TEXTURE_2D,i),t.texImage2D(t.TEXTURE_2D,0,t.RGBA,1,1,0,t.RGBA,t.UNSIGNED_BYTE,null),t.texParameteri(t.TEXTURE_2D,t.TEXTURE_MIN_FILTER,t.NEAREST),t.texParameteri(t.TEXTURE_2D,t.TEXTURE_MAG_FILTER,t.NEAREST),t.texParameteri(t.TEXTURE_2D,t.TEXTURE_WRAP_S,t.CLAMP_TO_EDGE),t.texParameteri(t.TEXTURE_2D,t.TEXTURE_WRAP_T,t.CLAMP_TO_EDGE),t.framebufferTexture2D(t.FRAMEBUFFER,t.COLOR_ATTACHMENT0,t.TEXTURE_2D,i,0);var o=t.createRenderbuffer();if(!o)throw new Error("Sigma: cannot create picking depth buffer");if(t.bindRenderbuffer(t.RENDERBUFFER,o),t.renderbufferStorage(t.RENDERBUFFER,t.DEPTH_COMPONENT16,1,1),t.framebufferRenderbuffer(t.FRAMEBUFFER,t.DEPTH_ATTACHMENT,t.RENDERBUFFER,o),t.checkFramebufferStatus(t.FRAMEBUFFER)!==t.FRAMEBUFFER_COMPLETE)throw new Error("Sigma: picking framebuffer is not complete");t.bindFramebuffer(t.FRAMEBUFFER,null),this.pickingFrameBuffer=r,this.pickingTexture=i,this.pickingDepthBuffer=o}},{key:"initPrograms",value:function(t,r){var i=this,o=this.webGLContext,s=po(o,this.pickingFrameBuffer,i,t?.nodes,r.antialiasNodes),l=s.nodeProgram,u=s.labelProgram,d=s.backdropProgram,c=s.labelBackgroundProgram,h=s.attachmentProgram,f=s.framePass,g=s.shapeSlug,b=s.shapeNameToIndex,p=s.shapeGlobalIds,v=s.variables;this.nodeProgram=l,this.nodeFramePass=f,this.nodeVariableEntries=Object.entries(v),g&&(this.nodeShapeSlug=g);var m=mo(o,this.pickingFrameBuffer,i,t?.edges,r.antialiasEdges,t?.nodes),y=m.edgeProgram,x=m.createLabelPrograms,_=m.framePass,T=m.variables,R=m.paths;return this.createEdgeLabelPrograms=x,this.edgeProgram=y,this.edgeFramePass=_,this.edgeVariableEntries=Object.entries(T),this.edgePathsByName=new Map(R.map(function(S){return[S.name,S]})),{labelProgram:u,edgeLabelProgram:null,edgeLabelBackgroundProgram:null,backdropProgram:d,labelBackgroundProgram:c,attachmentProgram:h,nodeShapeMap:b??null,nodeGlobalShapeIds:p??null}}},{key:"restoreWebGLContext",value:function(){var t,r,i,o,s,l=this.internals;this.initPickingFramebuffer(),(t=l.nodeDataTexture)===null||t===void 0||t.restore(),(r=l.nodeFrameTexture)===null||r===void 0||r.restore(),(i=l.edgeDataTexture)===null||i===void 0||i.restore(),(o=l.edgeFrameTexture)===null||o===void 0||o.restore(),(s=l.attachmentManager)===null||s===void 0||s.restore(),l.hoverResolver.reset(),Object.assign(l,this.initPrograms(l.primitives,l.settings));var u=M(this.customLayerPrograms.values()),d;try{for(u.s();!(d=u.n()).done;){var c=d.value;c.program.kill(),c.program=c.factory(this.webGLContext)}}catch(h){u.e(h)}finally{u.f()}this.contextLost=!1,this.emit("webglContextRestored"),this.refresh()}},{key:"createLayer",value:function(t,r){var i=arguments.length>2&&arguments[2]!==void 0?arguments[2]:{};if(this.extraElements[t])throw new Error('Sigma: a layer named "'.concat(t,'" already exists'));var o=Nt(r,{position:"absolute"},{class:"sigma-".concat(t)});return i.style&&Object.assign(o.style,i.style),this.extraElements[t]=o,"beforeLayer"in i&&i.beforeLayer?this.getLayerElement(i.beforeLayer).before(o):"afterLayer"in i&&i.afterLayer?this.getLayerElement(i.afterLayer).after(o):this.container.appendChild(o),o}},{key:"createCanvas",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{};return this.createLayer(t,"canvas",r)}},{key:"createWebGLContext",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{},i=this.createCanvas(t,r);r.hidden&&i.remove();var o=i.getContext("webgl2",O({preserveDrawingBuffer:!1,antialias:!1,depth:!0},r));if(!o)throw new Error("Sigma: WebGL 2 is not supported by your browser. Please use a modern browser (Chrome 56+, Firefox 51+, Safari 15+, Edge 79+).");return o.blendFunc(o.ONE,o.ONE_MINUS_SRC_ALPHA),o}},{key:"killLayer",value:function(t){if(t==="stage"||t==="mouse")throw new Error('Sigma: cannot kill built-in layer "'.concat(t,'"'));var r=this.extraElements[t];if(!r)throw new Error("Sigma: cannot kill layer ".concat(t,", which does not exist"));return r.remove(),delete this.extraElements[t],this}},{key:"getWebGLContext",value:function(){if(!this.webGLContext)throw new Error("Sigma: WebGL context is not available");return this.webGLContext}},{key:"getNodeDataTexture",value:function(){if(!this.internals.nodeDataTexture)throw new Error("Sigma: node data texture is not available");return this.internals.nodeDataTexture}},{key:"getNormalizationFunction",value:function(){return this.normalizationFunction}},{key:"addCustomLayerProgram",value:function(t,r,i){var o;if(!this.depthLayers.includes(r))throw new Error('Sigma: cannot add custom layer program at depth "'.concat(r,'", ')+"it must be declared in primitives.depthLayers. Current layers: ".concat(this.depthLayers.join(", ")));(o=this.customLayerPrograms.get(t))===null||o===void 0||o.program.kill();var s=i(this.webGLContext);return this.customLayerPrograms.set(t,{depth:r,factory:i,program:s}),s.cacheData&&s.cacheData(),this.scheduleRender(),this}},{key:"removeCustomLayerProgram",value:function(t){var r=this.customLayerPrograms.get(t);return r&&(r.program.kill(),this.customLayerPrograms.delete(t),this.scheduleRender()),this}},{key:"getCamera",value:function(){return this.camera}},{key:"setCamera",value:function(t){return this.camera.cancelAnimation(),this.unbindCameraHandlers(),this.camera=t,this.bindCameraHandlers(),this.scheduleRender(),this}},{key:"getContainer",value:function(){return this.container}},{key:"getGraph",value:function(){return this.internals.graph}},{key:"setGraph",value:function(t){return t===this.internals.graph?this:(this.stateManager.pruneNodes(function(r){return t.hasNode(r)}),this.stateManager.pruneEdges(function(r){return t.hasEdge(r)}),this.unbindGraphHandlers(),this.checkEdgesEventsFrame!==null&&(cancelAnimationFrame(this.checkEdgesEventsFrame),this.checkEdgesEventsFrame=null),this.internals.graph=t,this.autoRescaleFrozen=!1,this.bindGraphHandlers(),this.refresh(),this)}},{key:"getMouseCaptor",value:function(){return this.mouseCaptor}},{key:"getTouchCaptor",value:function(){return this.touchCaptor}},{key:"getDimensions",value:function(){return{width:this.width,height:this.height}}},{key:"getGraphDimensions",value:function(){var t=this.customBBox||this.nodeExtent;return{width:t.x[1]-t.x[0]||1,height:t.y[1]-t.y[0]||1}}},{key:"getNodeDisplayData",value:function(t){var r=this.internals.nodeDataCache[t];return r?Object.assign({},r):void 0}},{key:"getEdgeDisplayData",value:function(t){var r=this.internals.edgeDataCache[t];return r?Object.assign({},r):void 0}},{key:"getNodeState",value:function(t){return this.stateManager.getNodeState(t)}},{key:"getEdgeState",value:function(t){return this.stateManager.getEdgeState(t)}},{key:"getGraphState",value:function(){return this.stateManager.getGraphState()}},{key:"setNodeState",value:function(t,r){return this.stateManager.setNodeState(t,r),this}},{key:"setEdgeState",value:function(t,r){return this.stateManager.setEdgeState(t,r),this}},{key:"setGraphState",value:function(t){return this.stateManager.setGraphState(t),this}},{key:"_setPanning",value:function(t){this.stateManager.setGraphState({isPanning:t})}},{key:"_setZooming",value:function(t){this.stateManager.setGraphState({isZooming:t})}},{key:"_hasNodeDrag",value:function(){var t=this.internals.dragManager;return!!(t.pendingNode||t.session)}},{key:"_showGestureHint",value:function(t){var r=this.internals.settings;r.gestureTarget==="shared"&&(this.gestureHint=this.gestureHint||new Zc(this.container),this.gestureHint.show(t,r))}},{key:"setNodesState",value:function(t,r){return this.stateManager.setNodesState(t,r),this}},{key:"setEdgesState",value:function(t,r){return this.stateManager.setEdgesState(t,r),this}},{key:"updateContainerCursor",value:function(){var t=this.stateManager.hovered,r=this.resolvedStageStyle.cursor||"";this.container.style.cursor=t&&zc(this.internals,t)||r}},{key:"refreshStageStyle",value:function(){this.resolvedStageStyle=Wa(this.stylesDeclaration.stage,this.stateManager.graphState),this.resolvedStageStyle.background!==void 0&&(this.container.style.backgroundColor=this.resolvedStageStyle.background),this.updateContainerCursor()}},{key:"getNodeDisplayedLabels",value:function(){return new Set(this.labelRenderer.displayedNodeLabels)}},{key:"getEdgeDisplayedLabels",value:function(){return new Set(this.labelRenderer.displayedEdgeLabels)}},{key:"getSettings",value:function(){return O({},this.internals.settings)}},{key:"getSetting",value:function(t){return this.internals.settings[t]}},{key:"getStyles",value:function(){return O({},this.stylesDeclaration)}},{key:"getPrimitives",value:function(){return O({},this.internals.primitives)}},{key:"setSetting",value:function(t,r){return this.internals.settings[t]=r,Jn(this.internals.settings),this.handleSettingsUpdate(),this.scheduleRefresh(),this}},{key:"updateSetting",value:function(t,r){return this.setSetting(t,r(this.internals.settings[t])),this}},{key:"setSettings",value:function(t){return this.internals.settings=O(O({},this.internals.settings),t),Jn(this.internals.settings),this.handleSettingsUpdate(),this.scheduleRefresh(),this}},{key:"resize",value:function(t){var r=this.width,i=this.height;if(this.width=this.container.offsetWidth,this.height=this.container.offsetHeight,this.internals.pixelRatio=dn(),this.width===0)if(this.internals.settings.allowInvalidContainer)this.width=1;else throw new Error("Sigma: Container has no width. You can set the allowInvalidContainer setting to true to stop seeing this error.");if(this.height===0)if(this.internals.settings.allowInvalidContainer)this.height=1;else throw new Error("Sigma: Container has no height. You can set the allowInvalidContainer setting to true to stop seeing this error.");if(!t&&r===this.width&&i===this.height)return this;this.labelRenderer.labelsDirty=!0;for(var o=0,s=[this.mouseLayer].concat($(Object.values(this.extraElements)));o<s.length;o++){var l=s[o];l.style.width=this.width+"px",l.style.height=this.height+"px"}return this.webGLContext&&(this.stageCanvas.setAttribute("width",this.width*this.internals.pixelRatio+"px"),this.stageCanvas.setAttribute("height",this.height*this.internals.pixelRatio+"px"),this.webGLContext.viewport(0,0,this.width*this.internals.pixelRatio,this.height*this.internals.pixelRatio)),this.emit("resize"),this}},{key:"clear",value:function(){return this.emit("beforeClear"),this.webGLContext.bindFramebuffer(WebGLRenderingContext.FRAMEBUFFER,null),this.webGLContext.clear(WebGLRenderingContext.COLOR_BUFFER_BIT),this.emit("afterClear"),this}},{key:"scheduleStateRefresh",value:function(){this.needToRefreshState=!0,this.scheduleRender()}},{key:"refreshState",value:function(){var t=this,r;this.stateManager.flushGraphStateFlags();var i=this.stateManager.graphStateChanged&&this.internals.nodeStyleAnalysis.dependency==="graph-state",o=this.stateManager.graphStateChanged&&this.edgeStyleAnalysis.dependency==="graph-state",s=!1;if(i)this.internals.graph.forEachNode(function(g){t.refreshNodeState(g)&&(s=!0)});else if(this.internals.nodeStyleAnalysis.dependency!=="static"){var l=M(this.stateManager.dirtyNodes),u;try{for(l.s();!(u=l.n()).done;){var d=u.value;this.refreshNodeState(d)&&(s=!0)}}catch(g){l.e(g)}finally{l.f()}}if(o)this.internals.graph.forEachEdge(function(g){t.refreshEdgeState(g)&&(s=!0)});else if(this.edgeStyleAnalysis.dependency!=="static"){var c=M(this.stateManager.dirtyEdges),h;try{for(c.s();!(h=c.n()).done;){var f=h.value;this.refreshEdgeState(f)&&(s=!0)}}catch(g){c.e(g)}finally{c.f()}}this.stateManager.graphStateChanged&&(r=this.stylesDeclaration)!==null&&r!==void 0&&r.stage&&this.refreshStageStyle(),this.stateManager.clearDirtyTracking(),s&&(this.pendingProcess="full")}},{key:"refreshNodeState",value:function(t){var r=this.internals.nodeDataCache[t];if(!r||this.nodeReducer){var i,o,s,l,u=(i=this.internals.nodeDataCache[t])===null||i===void 0?void 0:i.depth,d=(o=this.internals.nodeDataCache[t])===null||o===void 0?void 0:o.zIndex,c=(s=this.internals.nodeDataCache[t])===null||s===void 0?void 0:s.labelAttachment;this.updateNode(t);var h=this.internals.nodeDataCache[t];this.internals.attachmentManager&&h.labelAttachment!==c&&this.internals.attachmentManager.invalidateNode(t);var f;this.internals.nodeShapeMap&&this.internals.nodeGlobalShapeIds&&h.shape&&h.shape in this.internals.nodeShapeMap?f=this.internals.nodeGlobalShapeIds[this.internals.nodeShapeMap[h.shape]]:f=vn(h.shape||"circle"),(l=this.internals.nodeDataTexture).updateNode.apply(l,[t,h.x,h.y,h.size,f].concat($(Kn(h)),[h.color])),u&&h.depth!==u&&this.updateNodeDepthRanges(t,u,h.depth);var g=this.nodeProgramIndex[t];return g!==void 0&&(this.addNodeToProgram(t,g),this.nodeProgram.invalidateBuffers()),d!==void 0&&h.zIndex!==d}var b=this.internals.graph.getNodeAttributes(t),p=this.stateManager.getNodeState(t),v=r.size,m=r.shape,y=r.depth,x=r.zIndex,_=r.labelAttachment,T=r.rotationAlignment,R=r.labelRotationAlignment,S=r.color;Ma(this.stylesDeclaration.nodes,b,p,this.stateManager.graphState,this.internals.graph,r),this.postEvaluateNode(r,b,p);var E=this.nodeGraphCoords[t],w=r.x!==E.x||r.y!==E.y;if(w&&(E.x=r.x,E.y=r.y),this.normalizationFunction.applyTo(r),this.internals.nodeShapeMap?(!r.shape||!(r.shape in this.internals.nodeShapeMap))&&(r.shape=Object.keys(this.internals.nodeShapeMap)[0]):this.nodeShapeSlug&&(r.shape=this.nodeShapeSlug),this.internals.attachmentManager&&r.labelAttachment!==_&&this.internals.attachmentManager.invalidateNode(t),ht(this.internals.nodesWithForcedLabels,t,rt(r)),ht(this.internals.nodesWithBackdrop,t,Ua(r)),w||r.size!==v||r.shape!==m||r.rotationAlignment!==T||r.labelRotationAlignment!==R||r.color!==S){var I,D;this.internals.nodeShapeMap&&this.internals.nodeGlobalShapeIds&&r.shape&&r.shape in this.internals.nodeShapeMap?D=this.internals.nodeGlobalShapeIds[this.internals.nodeShapeMap[r.shape]]:D=vn(r.shape||"circle"),(I=this.internals.nodeDataTexture).updateNode.apply(I,[t,r.x,r.y,r.size,D].concat($(Kn(r)),[r.color]))}this.itemBuckets.nodes.set(t,r.depth),r.depth!==y&&this.updateNodeDepthRanges(t,y,r.depth);var k=this.nodeProgramIndex[t];return k!==void 0&&(this.addNodeToProgram(t,k),this.nodeProgram.invalidateBuffers()),r.zIndex!==x}},{key:"refreshEdgeState",value:function(t){var r=this.internals.edgeDataCache[t];if(!r||this.edgeReducer){var i=r?.depth,o=r?.zIndex;this.updateEdge(t);var s=this.internals.edgeDataCache[t];i&&s.depth!==i&&this.updateEdgeDepthRanges(t,i,s.depth);var l=this.edgeProgramIndex[t];return l!==void 0&&(this.addEdgeToProgram(t,l),this.edgeProgram.invalidateBuffers()),o!==void 0&&s.zIndex!==o}var u=this.internals.graph.getEdgeAttributes(t),d=this.stateManager.getEdgeState(t),c=r.depth,h=r.zIndex,f=r.size,g=r.path,b=r.selfLoopPath,p=r.parallelPath,v=r.head,m=r.tail;Oa(this.stylesDeclaration.edges,u,d,this.stateManager.graphState,this.internals.graph,r),this.postEvaluateEdge(r,u),this.applyEdgeSpread(t,r,d),ht(this.internals.edgesWithForcedLabels,t,rt(r)),this.itemBuckets.edges.set(t,r.depth),r.depth!==c&&this.updateEdgeDepthRanges(t,c,r.depth);var y=this.edgeProgramIndex[t];if(y!==void 0){var x=r.size!==f||r.path!==g||r.selfLoopPath!==b||r.parallelPath!==p||r.head!==v||r.tail!==m;if(x)this.addEdgeToProgram(t,y),this.edgeProgram.invalidateBuffers();else{var _=this.internals.graph.source(t),T=this.internals.graph.target(t),R=this.internals.nodeDataCache[_],S=this.internals.nodeDataCache[T],E=this.edgeTextureIndexCache[t];this.edgeProgram.process(bt(this.pickingState,"edge",t),y,R,S,r,E),this.edgeProgram.invalidateBuffers()}}return r.zIndex!==h}},{key:"refresh",value:function(t){var r=this,i=t?.skipIndexation!==void 0?t?.skipIndexation:!1,o=t?.schedule!==void 0?t.schedule:!1,s=!t||!t.partialGraph;if(s)this.clearEdgeIndices(),this.clearNodeIndices(),this.internals.graph.forEachNode(function(R){return r.addNode(R)}),this.edgeGroups.rebuild(),this.internals.graph.forEachEdge(function(R){return r.addEdge(R)}),this.pendingProcess="full";else{for(var l,u,d=((l=t.partialGraph)===null||l===void 0?void 0:l.nodes)||[],c=0,h=d?.length||0;c<h;c++){var f,g,b=""+d[c],p=(f=this.internals.nodeDataCache[b])===null||f===void 0?void 0:f.labelAttachment;if(this.updateNode(b),this.internals.attachmentManager&&((g=this.internals.nodeDataCache[b])!==null&&g!==void 0&&g.labelAttachment||p)&&this.internals.attachmentManager.invalidateNode(b),i){var v=this.nodeProgramIndex[b];if(v===void 0)throw new Error('Sigma: node "'.concat(b,`" can't be repaint`));this.addNodeToProgram(b,v)}}i&&d.length>0&&(this.nodeProgram.invalidateBuffers(),this.labelRenderer.labelsDirty=!0);for(var m=(t==null||(u=t.partialGraph)===null||u===void 0?void 0:u.edges)||[],y=0,x=m.length;y<x;y++){var _=""+m[y];if(this.updateEdge(_),i){var T=this.edgeProgramIndex[_];if(T===void 0)throw new Error('Sigma: edge "'.concat(_,`" can't be repaint`));this.addEdgeToProgram(_,T)}}i&&m.length>0&&(this.edgeProgram.invalidateBuffers(),this.labelRenderer.labelsDirty=!0),!i&&this.pendingProcess!=="full"&&(this.pendingProcess=m.length>0?"full":"nodes")}return o?this.scheduleRender():this.render(),this}},{key:"scheduleRender",value:function(){var t=this;return this.renderFrame||(this.renderFrame=requestAnimationFrame(function(){t.render()})),this}},{key:"scheduleRefresh",value:function(t){return this.refresh(O(O({},t),{},{schedule:!0}))}},{key:"getViewportZoomedState",value:function(t,r){var i=this.camera.getState(),o=i.ratio,s=i.angle,l=i.x,u=i.y,d=this.internals.settings,c=d.minCameraRatio,h=d.maxCameraRatio;typeof h=="number"&&(r=Math.min(r,h)),typeof c=="number"&&(r=Math.max(r,c));var f=r/o,g={x:this.width/2,y:this.height/2},b=this.viewportToFramedGraph(t),p=this.viewportToFramedGraph(g);return{angle:s,x:(b.x-p.x)*(1-f)+l,y:(b.y-p.y)*(1-f)+u,ratio:r}}},{key:"viewRectangle",value:function(){var t=this.viewportToFramedGraph({x:0,y:0}),r=this.viewportToFramedGraph({x:this.width,y:0}),i=this.viewportToFramedGraph({x:0,y:this.height});return{x1:t.x,y1:t.y,x2:r.x,y2:r.y,height:r.y-i.y}}},{key:"framedGraphToViewport",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{},i=!!r.cameraState||!!r.viewportDimensions||!!r.graphDimensions||!!r.padding,o=r.matrix||(i?tt(r.cameraState||this.camera.getState(),r.viewportDimensions||this.getDimensions(),r.graphDimensions||this.getGraphDimensions(),r.padding||this.getStagePadding()):this.matrix),s=kt(o,t);return{x:(1+s.x)*this.width/2,y:(1-s.y)*this.height/2}}},{key:"viewportToFramedGraph",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{},i=!!r.cameraState||!!r.viewportDimensions||!!r.graphDimensions||!!r.padding,o=r.matrix||(i?tt(r.cameraState||this.camera.getState(),r.viewportDimensions||this.getDimensions(),r.graphDimensions||this.getGraphDimensions(),r.padding||this.getStagePadding(),!0):this.invMatrix),s=kt(o,{x:t.x/this.width*2-1,y:1-t.y/this.height*2});return isNaN(s.x)&&(s.x=0),isNaN(s.y)&&(s.y=0),s}},{key:"viewportToGraph",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{};return this.normalizationFunction.inverse(this.viewportToFramedGraph(t,r))}},{key:"graphToViewport",value:function(t){var r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:{};return this.framedGraphToViewport(this.normalizationFunction(t),r)}},{key:"graphToFramedGraph",value:function(t){return this.normalizationFunction(t)}},{key:"framedGraphToGraph",value:function(t){return this.normalizationFunction.inverse(t)}},{key:"getGraphToViewportRatio",value:function(){var t={x:0,y:0},r={x:1,y:1},i=Math.sqrt(Math.pow(t.x-r.x,2)+Math.pow(t.y-r.y,2)),o=this.graphToViewport(t),s=this.graphToViewport(r),l=Math.sqrt(Math.pow(o.x-s.x,2)+Math.pow(o.y-s.y,2));return l/i}},{key:"computeNodeExtent",value:function(){var t=this.nodeGraphCoords,r=Object.keys(t);if(!r.length)return{x:[0,1],y:[0,1]};for(var i=1/0,o=-1/0,s=1/0,l=-1/0,u=0,d=r.length;u<d;u++){var c=t[r[u]],h=c.x,f=c.y;h<i&&(i=h),h>o&&(o=h),f<s&&(s=f),f>l&&(l=f)}return{x:[i,o],y:[s,l]}}},{key:"getBBox",value:function(){return this.nodeExtent}},{key:"getCustomBBox",value:function(){return this.customBBox}},{key:"setCustomBBox",value:function(t){return this.customBBox=t,this.scheduleRender(),this}},{key:"kill",value:function(){var t,r,i,o,s;this.emit("kill"),this.removeAllListeners(),this.camera.cancelAnimation(),this.unbindCameraHandlers(),window.removeEventListener("resize",this.activeListeners.handleResize),this.mouseCaptor.kill(),this.touchCaptor.kill(),this.internals.hoverResolver.kill(),this.unbindGraphHandlers(),this.clearIndices(),this.clearState(),this.internals.nodeDataCache={},this.internals.edgeDataCache={},this.renderFrame&&(cancelAnimationFrame(this.renderFrame),this.renderFrame=null);for(var l=this.container;l.firstChild;)l.removeChild(l.firstChild);this.nodeProgram.kill(),this.nodeFramePass.kill(),this.edgeProgram.kill(),this.edgeFramePass.kill(),this.internals.labelProgram.kill(),(t=this.internals.edgeLabelProgram)===null||t===void 0||t.kill(),(r=this.internals.edgeLabelBackgroundProgram)===null||r===void 0||r.kill(),this.internals.backdropProgram.kill(),this.internals.labelBackgroundProgram.kill(),(i=this.internals.attachmentProgram)===null||i===void 0||i.kill(),(o=this.internals.attachmentManager)===null||o===void 0||o.kill(),this.internals.attachmentProgram=null,this.internals.attachmentManager=null;var u=M(this.customLayerPrograms.values()),d;try{for(u.s();!(d=u.n()).done;){var c=d.value.program;c.kill()}}catch(g){u.e(g)}finally{u.f()}if(this.customLayerPrograms.clear(),this.sdfAtlas&&(this.sdfAtlas=null),this.internals.nodeDataTexture&&(this.internals.nodeDataTexture.kill(),this.internals.nodeDataTexture=null),this.internals.nodeFrameTexture&&(this.internals.nodeFrameTexture.kill(),this.internals.nodeFrameTexture=null),this.internals.edgeDataTexture&&(this.internals.edgeDataTexture.kill(),this.internals.edgeDataTexture=null),this.internals.edgeFrameTexture&&(this.internals.edgeFrameTexture.kill(),this.internals.edgeFrameTexture=null),this.webGLContext){var h;(h=this.webGLContext.getExtension("WEBGL_lose_context"))===null||h===void 0||h.loseContext(),this.webGLContext=null}(s=this.gestureHint)===null||s===void 0||s.kill(),this.gestureHint=null,this.mouseLayer.remove();for(var f in this.extraElements)this.extraElements[f].remove();this.extraElements={}}},{key:"scaleSize",value:function(){var t=arguments.length>0&&arguments[0]!==void 0?arguments[0]:1,r=arguments.length>1&&arguments[1]!==void 0?arguments[1]:this.camera.ratio;return t/this.internals.settings.zoomToSizeRatioFunction(r)*(this.getSetting("itemSizesReference")==="positions"?r*this.graphToViewportRatio:1)}},{key:"getStageCanvas",value:function(){return this.stageCanvas}},{key:"getMouseLayer",value:function(){return this.mouseLayer}}])})(Yn),Xo=ih;var Df=Ze(At());var oh="pixels",sh="butt";function lh(n){return n===void 0||n===!1?{tail:!1,head:!1}:n===!0?{tail:!0,head:!0}:n==="head"?{tail:!1,head:!0}:{tail:!0,head:!1}}function uh(n){var a,e;return n===void 0?{tail:0,head:0}:typeof n=="number"?{tail:n,head:n}:{tail:(a=n.tail)!==null&&a!==void 0?a:0,head:(e=n.head)!==null&&e!==void 0?e:0}}function jo(n){var a,e,t,r,i,o,s,l=n??{},u=(a=l.dashColor)!==null&&a!==void 0?a:{attribute:"color"},d=(e=l.gapColor)!==null&&e!==void 0?e:0,c={dashSize:(t=l.dashSize)!==null&&t!==void 0?t:{value:10,mode:"pixels"},gapSize:(r=l.gapSize)!==null&&r!==void 0?r:{value:10,mode:"pixels"},dashOffset:(i=l.dashOffset)!==null&&i!==void 0?i:{value:0,mode:"pixels"}},h=(o=l.align)!==null&&o!==void 0?o:.5,f=(s=l.cap)!==null&&s!==void 0?s:sh,g=lh(l.solidExtremities),b=uh(l.solidMargin),p=on(u,"dashColor"),v=[c.dashSize,c.gapSize,c.dashOffset].map(function(D){var k;return((k=D.mode)!==null&&k!==void 0?k:oh)==="relative"?1:0}),m=[{name:"u_sizeMode",type:"vec3",value:v},{name:"u_align",type:"float",value:h},{name:"u_solidExtremities",type:"vec2",value:[g.tail?1:0,g.head?1:0]},{name:"u_solidMargin",type:"vec2",value:[b.tail,b.head]}],y=$(p.attributes),x=p.needsNodeColors,_;if(typeof d=="number")_="vec4(dashColor.rgb, dashColor.a * ".concat(ce(d),")");else{var T=on(d,"gapColor");_=T.glsl,y.push.apply(y,$(T.attributes)),x=x||T.needsNodeColors}var R=!("value"in c.dashSize),S=!("value"in c.gapSize),E=!("value"in c.dashOffset);["dashSize","gapSize","dashOffset"].forEach(function(D){if("value"in c[D])m.push({name:"u_".concat(D),type:"float",value:c[D].value});else{var k;y.push({name:"a_".concat(D),size:1,type:WebGL2RenderingContext.FLOAT,source:c[D].attribute}),m.push({name:"u_".concat(D),type:"float",value:(k=c[D].default)!==null&&k!==void 0?k:0})}});var w=function(k,C){return C?"(v_".concat(k," > 0.0 ? v_").concat(k," : u_").concat(k,")"):"u_".concat(k)},I=`
// Dashed pattern layer with antialiased boundaries
// Uniforms:
//   u_dashSize: size of each dash (or default when using attribute)
//   u_gapSize: size of gaps between dashes (or default when using attribute)
//   u_dashOffset: offset to shift the pattern (or default when using attribute)
//   u_sizeMode: vec3 indicating if values are thickness-relative (x=dash, y=gap, z=offset)
//   u_align: pattern alignment (0=start, 0.5=center, 1=end)
//   u_solidExtremities: vec2(tail, head) - 1.0 means solid, 0.0 means dashed
//   u_solidMargin: vec2(tail, head) - extra solid margin in pixels
`.concat(R?"// Varying: v_dashSize for per-edge dash size":"",`
`).concat(S?"// Varying: v_gapSize for per-edge gap size":"",`
`).concat(E?"// Varying: v_dashOffset for per-edge dash offset":"",`

vec4 layer_dashed(EdgeContext ctx) {
  // Dash color (straight alpha, matching v_color and blendOver)
  vec4 dashColor = `).concat(p.glsl,`;

  // Check for solid zones first (extremities and margins)
  // v_zone: 0=tail extremity, 1=body, 2=head extremity
  // v_tailLengthRatio and v_headLengthRatio give extremity lengths as ratio of thickness

  // Tail solid zone check
  if (u_solidExtremities.x > 0.5 && v_zone < 0.5) {
    // In tail extremity zone and solidExtremities.tail is enabled
    return dashColor;
  }
  // Head solid zone check
  if (u_solidExtremities.y > 0.5 && v_zone > 1.5) {
    // In head extremity zone and solidExtremities.head is enabled
    return dashColor;
  }

  // Compute extremity lengths in world units for margin calculation
  float tailExtremityLength = v_tailLengthRatio * ctx.thickness;
  float headExtremityLength = v_headLengthRatio * ctx.thickness;

  // Convert pixel margins to world units (same formula as thickness conversion)
  float tailMarginWorld = u_solidMargin.x * u_correctionRatio / u_sizeRatio;
  float headMarginWorld = u_solidMargin.y * u_correctionRatio / u_sizeRatio;

  // Tail margin check (margin starts after extremity zone)
  float tailSolidZone = (u_solidExtremities.x > 0.5 ? tailExtremityLength : 0.0) + tailMarginWorld;
  if (ctx.distanceFromSource < tailSolidZone) {
    return dashColor;
  }

  // Head margin check (margin starts before extremity zone)
  float headSolidZone = (u_solidExtremities.y > 0.5 ? headExtremityLength : 0.0) + headMarginWorld;
  if (ctx.distanceToTarget < headSolidZone) {
    return dashColor;
  }

  // Get dash size values (from attribute if available, otherwise uniform)
  float dashSizeValue = `).concat(w("dashSize",R),`;
  float gapSizeValue = `).concat(w("gapSize",S),`;
  float dashOffsetValue = `).concat(w("dashOffset",E),`;

  // Compute actual sizes (either in pixels converted to world units, or relative to thickness)
  float pixelToWorld = u_correctionRatio / u_sizeRatio;
  float dashSize = dashSizeValue * (u_sizeMode.x > 0.5 ? ctx.thickness : pixelToWorld);
  float gapSize = gapSizeValue * (u_sizeMode.y > 0.5 ? ctx.thickness : pixelToWorld);
  float dashOffset = dashOffsetValue * (u_sizeMode.z > 0.5 ? ctx.thickness : pixelToWorld);

  // Early return when no visible dash pattern:
  // - dashSize \u2248 0: no dashes to show, return transparent (let plain layer show through)
  // - gapSize \u2248 0: all dash/no gap, effectively solid, return transparent (let plain layer handle it)
  // Threshold scales with pixelToWorld so it stays ~0.1px regardless of zoom
  float dashThreshold = 0.1 * pixelToWorld;
  if (dashSize < dashThreshold || gapSize < dashThreshold) {
    return vec4(0.0);
  }

  // Pattern length is dash + gap
  float patternLength = dashSize + gapSize;

  // Adjust distances for solid zones (pattern starts after solid zones)
  float adjustedDistFromSource = ctx.distanceFromSource - tailSolidZone;
  float adjustedDistToTarget = ctx.distanceToTarget - headSolidZone;

  // Compute alignment anchor point
  // - align: 0 \u2192 anchor at start, pattern begins with a dash
  // - align: 1 \u2192 anchor at end, pattern ends with a dash
  // - align: 0.5 \u2192 anchor at center, pattern is symmetric
  float dashedLength = adjustedDistFromSource + adjustedDistToTarget;
  float anchorDist = u_align * dashedLength;

  // Position within the repeating pattern
  // By subtracting anchorDist, we ensure the anchor point maps to position 0 in the pattern
  // This avoids the unstable mod(dashedLength, patternLength) operation
  float posInPattern = mod(adjustedDistFromSource - anchorDist + dashOffset, patternLength);

  // Signed longitudinal distance to the nearest dash center, wrapping across
  // pattern repetitions so both dash edges antialias correctly
  float longFromCenter =
    mod(posInPattern - dashSize * 0.5 + patternLength * 0.5, patternLength) - patternLength * 0.5;

  // Compute signed distance field for the dash
  // Positive inside dash, negative inside gap
`).concat(f==="round"?`  // Capsule SDF: round caps carved inside the dash length, so a dash never
  // exceeds dashSize. Dashes shorter than the thickness degenerate to circles
  // (dots) of diameter dashSize.
  // ctx.sdf is 0 at the stroke boundary, so shift it back to centerline distance
  float transverse = ctx.sdf + ctx.thickness * 0.5;
  float capRadius = min(ctx.thickness, dashSize) * 0.5;
  float halfLength = dashSize * 0.5 - capRadius;
  vec2 q = vec2(max(abs(longFromCenter) - halfLength, 0.0), transverse);
  float sdf = capRadius - length(q);`:"  float sdf = dashSize * 0.5 - abs(longFromCenter);",`

  // Apply antialiasing using smoothstep
  // aaWidth is in world units, same as our distance
  float dashAlpha = smoothstep(-ctx.aaWidth, ctx.aaWidth, sdf);

  // Gap color (straight alpha, like the dash color)
  vec4 gapColor = `).concat(_,`;

  // Blend between gap and dash colors
  return mix(gapColor, dashColor, dashAlpha);
}
`);return{name:"dashed",glsl:I,uniforms:m,attributes:y,needsNodeColors:x}}function qo(n){var a=n??{},e=a.segments,t=e===void 0?16:e,r=`
// Compute control point from curvature
// Control point is placed perpendicular to the midpoint of source-target line
vec2 computeControlPoint(vec2 source, vec2 target, float curvature) {
  vec2 midpoint = 0.5 * (source + target);
  vec2 delta = target - source;
  // Perpendicular direction (rotated 90 degrees)
  vec2 perp = vec2(-delta.y, delta.x);
  float len = length(perp);
  if (len < 0.0001) return midpoint;
  perp = perp / len;
  // Offset by curvature * edge length
  return midpoint + perp * curvature * len;
}

// Position at parameter t \u2208 [0, 1]
vec2 path_curved_position(float t, vec2 source, vec2 target) {
  float curvature = v_curvature;
  vec2 control = computeControlPoint(source, target, curvature);
  float u = 1.0 - t;
  return u * u * source + 2.0 * u * t * control + t * t * target;
}

// Derivative of quadratic Bezier (for efficient arc length computation)
vec2 path_curved_derivative(float t, vec2 source, vec2 target) {
  float curvature = v_curvature;
  vec2 control = computeControlPoint(source, target, curvature);
  // B'(t) = 2(1-t)(P1-P0) + 2t(P2-P1)
  return 2.0 * (1.0 - t) * (control - source) + 2.0 * t * (target - control);
}

// Approximate arc length using 5-point Gauss-Legendre quadrature
float path_curved_length(vec2 source, vec2 target) {
  // Gauss-Legendre 5-point weights and abscissae
  const float x1 = 0.9061798459, x2 = 0.5384693101;
  const float w1 = 0.2369268850, w2 = 0.4786286705, w3 = 0.5688888889;

  // Transform from [-1,1] to [0,1]: t = 0.5 * (x + 1)
  float t1a = 0.5 * (-x1 + 1.0), t1b = 0.5 * (x1 + 1.0);
  float t2a = 0.5 * (-x2 + 1.0), t2b = 0.5 * (x2 + 1.0);

  // Evaluate derivative magnitudes at sample points
  float d1a = length(path_curved_derivative(t1a, source, target));
  float d1b = length(path_curved_derivative(t1b, source, target));
  float d2a = length(path_curved_derivative(t2a, source, target));
  float d2b = length(path_curved_derivative(t2b, source, target));
  float d3 = length(path_curved_derivative(0.5, source, target));

  // Sum weighted samples (factor of 0.5 for interval transformation)
  return 0.5 * (w1 * (d1a + d1b) + w2 * (d2a + d2b) + w3 * d3);
}
`;return{name:"curved",segments:t,glsl:r,uniforms:[],attributes:[{name:"curvature",size:1,type:WebGL2RenderingContext.FLOAT}],variables:{curvature:{type:"number",default:0}},spread:{variable:"curvature",compute:function(o,s,l){return(o-(s-1)/2)*l}}}}var qt="links_to",pa={entities:"#4269d0",topics:"#e8871a",summaries:"#3ca951",sources:"#a463f2",sessions:"#97bbf5",notes:"#6a7385","":"#c9c9c9"},Yo=["#4269d0","#efb118","#ff725c","#6cc5b0","#3ca951","#ff8ab7","#a463f2","#97bbf5","#9c6b4e","#9498a0"],fr=40,dh=400,Tt=JSON.parse(document.getElementById("data").textContent),re=n=>document.getElementById(n),Qo=matchMedia("(prefers-color-scheme: dark)"),he=Tt.nodes.map(([n,a,e,t,r],i)=>({id:i,name:n,path:a,kind:e,group:t,aliases:r,edges:[]})),He=Tt.edges.map(([n,a,e,t,r,i,o],s)=>({id:s,source:n,target:a,relation:e,words:t,confidence:r,stale:i,proofs:o}));for(let n of He)he[n.source].edges.push(n),n.target!==n.source&&he[n.target].edges.push(n);var Y={kinds:new Set,relations:new Set,confidence:0,source:"",colors:"kind",node:null,from:null,path:[]},xt=n=>!Y.relations.has(n.relation)&&n.confidence>=Y.confidence&&(!Y.source||n.proofs.some(a=>a[0]===Y.source)),jt=n=>!Y.kinds.has(n.kind)&&(!(Y.source||Y.confidence>0)||n.edges.some(xt)||n.path===Y.source),xe=new oe({multi:!0,type:"directed"});for(let n of he)xe.addNode(n.id,{...ch(n),size:2+Math.min(12,Math.sqrt(n.edges.length)),label:n.name});for(let n of He){let a=n.relation===qt,e=a?{dash:4,gap:4}:{dash:9999,gap:.2};xe.addEdgeWithKey(n.id,n.source,n.target,{size:a?.6:.8+2*n.confidence,...e})}xe.size&&hr.default.assign(xe,{iterations:Math.max(8,Math.min(300,Math.round(6e4/(xe.order+1)))),settings:{...hr.default.inferSettings(xe),barnesHutOptimize:xe.order>500}});function ch(n){let[a,e]=Tt.places[n.id];return{x:a,y:e}}function Jo(){return Qo.matches?{faded:"#3a3f47",link:xe.size>5e3?"#59617040":"#596170",claim:"#c5cad3",label:"#e8eaed",lit:"#ffb347"}:{faded:"#e3e5e8",link:xe.size>5e3?"#7d879440":"#b4bac3",claim:"#6b7280",label:"#1c1e21",lit:"#d9480f"}}function Et(){let n=Jo(),a=new Set,e=new Set(Y.path);if(Y.path.length)for(let t of He)e.has(t.source)&&e.has(t.target)&&[t.source,t.target].forEach(r=>a.add(r));else if(Y.node!==null){a.add(Y.node);for(let t of he[Y.node].edges)xt(t)&&a.add(t.source).add(t.target)}xe.updateEachNodeAttributes((t,r)=>{let i=he[t],o=a.size>0&&!a.has(i.id),s=Y.colors==="kind"?pa[i.kind]??pa.notes:Yo[i.group%Yo.length];return{...r,hidden:!jt(i),color:o?n.faded:i.id===Y.node||e.has(i.id)?n.lit:s,forced:a.has(i.id)&&a.size<60,quiet:o}}),xe.updateEachEdgeAttributes((t,r)=>{let i=He[t],o=Y.path.length?hh(i):Y.node===null||i.source===Y.node||i.target===Y.node,s=i.relation===qt?n.link:n.claim;return{...r,hidden:!xt(i)||!jt(he[i.source])||!jt(he[i.target]),color:o?Y.path.length?n.lit:s:n.faded}}),re("count").textContent=`${xe.filterNodes((t,r)=>!r.hidden).length} of ${he.length} pages and names, ${xe.filterEdges((t,r)=>!r.hidden).length} of ${He.length} edges`}function hh(n){return Y.path.some((a,e)=>e>0&&(n.source===a&&n.target===Y.path[e-1]||n.target===a&&n.source===Y.path[e-1]))}var Ko=n=>n.hidden?"hidden":"visible",_t=null;function fh(){Et();try{_t=new Xo(xe,re("drawing"),{settings:{hideEdgesOnMove:xe.size>4e3,labelRenderedSizeThreshold:5,labelDensity:.7,maxCameraRatio:4,minCameraRatio:.005},primitives:{edges:{variables:{dash:{type:"number",default:1e3},gap:{type:"number",default:0}},paths:[sn(),qo(),ln()],layers:[jo({dashSize:{attribute:"dash",default:1e3,mode:"pixels"},gapSize:{attribute:"gap",default:0,mode:"pixels"}})]}},styles:{nodes:{x:{attribute:"x"},y:{attribute:"y"},size:{attribute:"size"},color:{attribute:"color"},label:{attribute:"label"},labelColor:()=>Jo().label,visibility:Ko,labelVisibility:n=>n.forced?"visible":n.quiet?"hidden":"auto"},edges:{path:"line",parallelPath:"curved",selfLoopPath:"loop",dash:{attribute:"dash"},gap:{attribute:"gap"},size:{attribute:"size"},color:{attribute:"color"},visibility:Ko}}}),_t.on("clickNode",({node:n})=>Sn(Number(n))),_t.on("clickStage",()=>Sn(null))}catch{re("drawing").textContent="This browser draws no WebGL: search and the lists work all the same."}document.body.dataset.drawn=String(Math.round(performance.now()))}Qo.addEventListener("change",Et);new Set(he.filter(n=>n.path).map(n=>n.kind)).size<2&&(Y.colors=re("colors").value="group");function J(n,a={},...e){let t=Object.assign(document.createElement(n),a);return t.append(...e),t}function En(n){return J("button",{type:"button",className:"node",textContent:he[n].name,onclick:()=>Sn(n)})}function Sn(n){if(Y.node=n,Y.path=[],n!==null&&Y.from!==null&&Y.from!==n?(Y.path=gh(Y.from,n),Y.from=null,Y.path.length?vh():Zo(n,"no path leads there over what is shown")):n!==null?Zo(n):re("details").replaceChildren(J("p",{textContent:"Choose a page in the drawing, or search for one."})),Et(),n!==null&&_t){let{x:a,y:e}=_t.getNodeDisplayData(String(n))??{};a!==void 0&&_t.getCamera().animate({x:a,y:e,ratio:Math.min(_t.getCamera().getState().ratio,.4)},{duration:300})}}function Zo(n,a=""){let e=he[n],t=[J("h2",{textContent:e.name})];a&&t.push(J("p",{className:"stale",textContent:a})),t.push(J("p",{className:"place",textContent:e.path||"no page yet, but others link to it"})),e.path&&t.push(J("p",{},J("a",{href:`obsidian://open?vault=${encodeURIComponent(Tt.vault)}&file=${encodeURIComponent(e.path)}`,textContent:"Open in Obsidian"}))),t.push(J("p",{},J("button",{type:"button",id:"from",textContent:"Path from here to \u2026",onclick:()=>{Y.from=n,re("search").focus(),re("hint").textContent=`Choose where the path from ${e.name} ends.`}})));let r=e.edges.filter(xt),i=r.filter(s=>s.relation!==qt).sort((s,l)=>l.confidence-s.confidence);i.length&&t.push(J("h3",{textContent:`Claims (${i.length})`}),J("ul",{},...i.slice(0,fr).map(vr)));let o=[...new Set(r.filter(s=>s.relation===qt).map(s=>s.source===n?s.target:s.source))].filter(s=>s!==n);o.length&&t.push(J("h3",{textContent:`Linked with (${o.length})`}),J("ul",{className:"names"},...o.slice(0,fr).map(s=>J("li",{},En(s))))),re("details").replaceChildren(...t)}function vr(n){let a=J("li",{},En(n.source),` ${n.words} `,En(n.target),J("span",{className:"place",textContent:` ${n.confidence}`}));n.stale&&a.append(J("span",{className:"stale",textContent:" its passage is gone"}));for(let[e,t,r]of n.proofs)r&&a.append(J("blockquote",{textContent:r})),a.append(J("p",{className:"place",textContent:t?`${e}:${t}`:e}));return a}function gh(n,a){let e=new Map([[n,null]]),t=[n];for(;t.length&&!e.has(a);){let i=t.shift();for(let o of he[i].edges){let s=o.source===i?o.target:o.source;xt(o)&&jt(he[s])&&!e.has(s)&&(e.set(s,i),t.push(s))}}let r=[];for(let i=e.has(a)?a:null;i!==null;i=e.get(i))r.unshift(i);return r}function vh(){re("hint").textContent="";let n=Y.path.slice(1).map((a,e)=>He.find(t=>xt(t)&&(t.source===a&&t.target===Y.path[e]||t.target===a&&t.source===Y.path[e])));re("details").replaceChildren(J("h2",{textContent:`Path: ${Y.path.length-1} steps`}),J("ol",{id:"path"},...n.map(vr)))}var gr=n=>n.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase(),ph=he.map(n=>[gr(n.name),...n.aliases.map(gr)]);function mh(){let n=gr(re("search").value.trim()),a=t=>Math.min(...ph[t].map(r=>r===n?0:r.startsWith(n)?1:r.includes(n)?2:3)),e=n?he.map(t=>t.id).filter(t=>a(t)<3).sort((t,r)=>a(t)-a(r)||he[r].edges.length-he[t].edges.length):[];re("found").replaceChildren(...e.slice(0,fr).map(t=>J("li",{},En(t)))),n&&(re("hint").textContent=e.length?`${e.length} found`:"nothing has this name")}function es(n){let a=new Map;for(let e of n)a.set(e,(a.get(e)??0)+1);return[...a].sort((e,t)=>t[1]-e[1])}function ts(n,a,e){re(n).append(...a.map(([t,r,i,o])=>{let s=J("input",{type:"checkbox",checked:!0,value:t,onchange:()=>{s.checked?e.delete(t):e.add(t),Et()}}),l=J("label",{},s,` ${i} `,J("span",{className:"place",textContent:r}));return o&&(l.style.borderLeft=`0.5em solid ${o}`),l}))}re("title").textContent=Tt.title;ts("kinds",es(he.map(n=>n.kind)).map(([n,a])=>[n,a,n||"no page",pa[n]??pa.notes]),Y.kinds);var bh=new Map(He.map(n=>[n.relation,n.words]));ts("relations",es(He.map(n=>n.relation)).map(([n,a])=>[n,a,n===qt?"plain links":bh.get(n)]),Y.relations);var yh=[...new Set(He.flatMap(n=>n.proofs.map(a=>a[0])))].sort();re("source").append(...yh.map(n=>J("option",{value:n,textContent:n})));re("source").onchange=n=>{Y.source=n.target.value,Et()};re("confidence").oninput=n=>{Y.confidence=Number(n.target.value),re("least").textContent=n.target.value,Et()};re("colors").onchange=n=>{Y.colors=n.target.value,Et()};re("search").oninput=mh;re("searching").onsubmit=n=>{n.preventDefault(),re("found").querySelector("button")?.click()};document.addEventListener("keydown",n=>{n.key==="/"&&!/INPUT|SELECT/.test(document.activeElement.tagName)&&(n.preventDefault(),re("search").focus()),n.key==="Escape"&&(Y.from=null,re("hint").textContent="",Sn(null))});function ns(n,a,e){e.length?re(n).append(J("summary",{textContent:`${a} (${e.length})`}),J("ul",{},...e)):re(n).remove()}ns("questions","Questions without an answer",Tt.questions.map(n=>J("li",{},J("button",{type:"button",className:"node",textContent:n,onclick:()=>{re("details").replaceChildren(J("h2",{textContent:n}),J("p",{textContent:"Nothing in this knowledge base answers it. Add a document that does."}))}}))));ns("stale","Pages whose evidence has changed",Tt.stale.filter(n=>he[n]).map(n=>J("li",{},En(n))));addEventListener("beforeprint",()=>{let n=He.filter(a=>a.relation!==qt&&xt(a)&&jt(he[a.source])&&jt(he[a.target]));re("print").replaceChildren(J("h2",{textContent:`Claims (${n.length})`}),J("ul",{},...n.slice(0,dh).map(vr)))});Sn(null);fh();})();
/*! Bundled license information:

sigma/dist/edge-data-texture-e4fbbc22.esm.js:
  (*! regenerator-runtime -- Copyright (c) 2014-present, Facebook, Inc. -- license (MIT): https://github.com/babel/babel/blob/main/packages/babel-helpers/LICENSE *)
*/
