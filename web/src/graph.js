// The page of `graph --html`: draws the graph that stands in it as JSON, finds, filters, and shows what proves a claim.
// Everything that comes from a note is put into the page as text, never as HTML.

import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import Sigma from "sigma";
import { layerDashed, pathCurved, pathLine, pathLoop } from "sigma/rendering";

const LINK = "links_to";
const KINDS = { entities: "#4269d0", topics: "#e8871a", summaries: "#3ca951", sources: "#a463f2", sessions: "#97bbf5", notes: "#6a7385", "": "#c9c9c9" };
const GROUPS = ["#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5", "#9c6b4e", "#9498a0"];
const LISTED = 40;
const PRINTED = 400;

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");

const nodes = data.nodes.map(([name, path, kind, group, aliases], id) => ({ id, name, path, kind, group, aliases, edges: [] }));
const edges = data.edges.map(([source, target, relation, words, confidence, stale, proofs], id) => ({ id, source, target, relation, words, confidence, stale, proofs }));
for (const edge of edges) {
  nodes[edge.source].edges.push(edge);
  if (edge.target !== edge.source) nodes[edge.target].edges.push(edge);
}

// --- What is chosen ---------------------------------------------------------------------------------------------------

const chosen = { kinds: new Set(), relations: new Set(), confidence: 0, source: "", colors: "kind", node: null, from: null, path: [] };

const isLit = (edge) => !chosen.relations.has(edge.relation) && edge.confidence >= chosen.confidence
  && (!chosen.source || edge.proofs.some((proof) => proof[0] === chosen.source));
const isShown = (node) => !chosen.kinds.has(node.kind)
  && (!(chosen.source || chosen.confidence > 0) || node.edges.some(isLit) || node.path === chosen.source);

// --- The drawing ------------------------------------------------------------------------------------------------------

const graph = new Graph({ multi: true, type: "directed" });
for (const node of nodes) {
  graph.addNode(node.id, { ...place(node), size: 2 + Math.min(12, Math.sqrt(node.edges.length)), label: node.name });
}
for (const edge of edges) {
  const isLink = edge.relation === LINK;
  // Without any gap the layer of dashes draws nothing.
  const dashes = isLink ? { dash: 4, gap: 4 } : { dash: 9999, gap: 0.2 };
  graph.addEdgeWithKey(edge.id, edge.source, edge.target, { size: isLink ? 0.6 : 0.8 + 2 * edge.confidence, ...dashes });
}
if (graph.size) {
  // Few rounds from a start by communities: it stands at once, also where there are thousands.
  forceAtlas2.assign(graph, {
    iterations: Math.max(8, Math.min(300, Math.round(60000 / (graph.order + 1)))),
    settings: { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: graph.order > 500 },
  });
}

function place(node) {
  const [x, y] = data.places[node.id];
  return { x, y };
}

function colors() {
  return dark.matches ? { faded: "#3a3f47", link: graph.size > 5000 ? "#59617040" : "#596170", claim: "#c5cad3", label: "#e8eaed", lit: "#ffb347" } : { faded: "#e3e5e8", link: graph.size > 5000 ? "#7d879440" : "#b4bac3", claim: "#6b7280", label: "#1c1e21", lit: "#d9480f" };
}

function draw() {
  const color = colors();
  const near = new Set();
  const onPath = new Set(chosen.path);
  if (chosen.path.length) {
    for (const edge of edges) if (onPath.has(edge.source) && onPath.has(edge.target)) [edge.source, edge.target].forEach((id) => near.add(id));
  } else if (chosen.node !== null) {
    near.add(chosen.node);
    for (const edge of nodes[chosen.node].edges) if (isLit(edge)) near.add(edge.source).add(edge.target);
  }
  graph.updateEachNodeAttributes((id, attributes) => {
    const node = nodes[id];
    const isFaded = near.size > 0 && !near.has(node.id);
    const own = chosen.colors === "kind" ? KINDS[node.kind] ?? KINDS.notes : GROUPS[node.group % GROUPS.length];
    return { ...attributes, hidden: !isShown(node), color: isFaded ? color.faded : node.id === chosen.node || onPath.has(node.id) ? color.lit : own, forced: near.has(node.id) && near.size < 60, quiet: isFaded };
  });
  graph.updateEachEdgeAttributes((id, attributes) => {
    const edge = edges[id];
    const isNear = chosen.path.length ? isStep(edge) : chosen.node === null || edge.source === chosen.node || edge.target === chosen.node;
    const own = edge.relation === LINK ? color.link : color.claim;
    return { ...attributes, hidden: !isLit(edge) || !isShown(nodes[edge.source]) || !isShown(nodes[edge.target]), color: !isNear ? color.faded : chosen.path.length ? color.lit : own };
  });
  byId("count").textContent = `${graph.filterNodes((_, a) => !a.hidden).length} of ${nodes.length} pages and names, ${graph.filterEdges((_, a) => !a.hidden).length} of ${edges.length} edges`;
}

function isStep(edge) {
  return chosen.path.some((id, at) => at > 0 && ((edge.source === id && edge.target === chosen.path[at - 1]) || (edge.target === id && edge.source === chosen.path[at - 1])));
}

const visibility = (attributes) => (attributes.hidden ? "hidden" : "visible");
let renderer = null;

function start() {
  draw();
  try {
    renderer = new Sigma(graph, byId("drawing"), {
      settings: { hideEdgesOnMove: graph.size > 4000, labelRenderedSizeThreshold: 5, labelDensity: 0.7, maxCameraRatio: 4, minCameraRatio: 0.005 },
      primitives: { edges: { variables: { dash: { type: "number", default: 1000 }, gap: { type: "number", default: 0 } }, paths: [pathLine(), pathCurved(), pathLoop()], layers: [layerDashed({ dashSize: { attribute: "dash", default: 1000, mode: "pixels" }, gapSize: { attribute: "gap", default: 0, mode: "pixels" } })] } },
      styles: {
        nodes: { x: { attribute: "x" }, y: { attribute: "y" }, size: { attribute: "size" }, color: { attribute: "color" }, label: { attribute: "label" }, labelColor: () => colors().label, visibility, labelVisibility: (attributes) => (attributes.forced ? "visible" : attributes.quiet ? "hidden" : "auto") },
        edges: { path: "line", parallelPath: "curved", selfLoopPath: "loop", dash: { attribute: "dash" }, gap: { attribute: "gap" }, size: { attribute: "size" }, color: { attribute: "color" }, visibility },
      },
    });
    renderer.on("clickNode", ({ node }) => choose(Number(node)));
    renderer.on("clickStage", () => choose(null));
  } catch (error) {
    byId("drawing").textContent = "This browser draws no WebGL: search and the lists work all the same.";
  }
  document.body.dataset.drawn = String(Math.round(performance.now()));
}

dark.addEventListener("change", draw);

// A vault of plain notes has one kind: its communities tell more.
if (new Set(nodes.filter((node) => node.path).map((node) => node.kind)).size < 2) chosen.colors = byId("colors").value = "group";

// --- What is said of a node -------------------------------------------------------------------------------------------

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function nodeButton(id) {
  return element("button", { type: "button", className: "node", textContent: nodes[id].name, onclick: () => choose(id) });
}

function choose(id) {
  chosen.node = id;
  chosen.path = [];
  if (id !== null && chosen.from !== null && chosen.from !== id) {
    chosen.path = pathBetween(chosen.from, id);
    chosen.from = null;
    chosen.path.length ? showPath() : showNode(id, "no path leads there over what is shown");
  } else if (id !== null) showNode(id);
  else byId("details").replaceChildren(element("p", { textContent: "Choose a page in the drawing, or search for one." }));
  draw();
  if (id !== null && renderer) {
    const { x, y } = renderer.getNodeDisplayData(String(id)) ?? {};
    if (x !== undefined) renderer.getCamera().animate({ x, y, ratio: Math.min(renderer.getCamera().getState().ratio, 0.4) }, { duration: 300 });
  }
}

function showNode(id, note = "") {
  const node = nodes[id];
  const parts = [element("h2", { textContent: node.name })];
  if (note) parts.push(element("p", { className: "stale", textContent: note }));
  parts.push(element("p", { className: "place", textContent: node.path || "no page yet, but others link to it" }));
  if (node.path) parts.push(element("p", {}, element("a", { href: `obsidian://open?vault=${encodeURIComponent(data.vault)}&file=${encodeURIComponent(node.path)}`, textContent: "Open in Obsidian" })));
  parts.push(element("p", {}, element("button", { type: "button", id: "from", textContent: "Path from here to …", onclick: () => { chosen.from = id; byId("search").focus(); byId("hint").textContent = `Choose where the path from ${node.name} ends.`; } })));
  const lit = node.edges.filter(isLit);
  const claims = lit.filter((edge) => edge.relation !== LINK).sort((a, b) => b.confidence - a.confidence);
  if (claims.length) parts.push(element("h3", { textContent: `Claims (${claims.length})` }), element("ul", {}, ...claims.slice(0, LISTED).map(claimItem)));
  const links = [...new Set(lit.filter((edge) => edge.relation === LINK).map((edge) => (edge.source === id ? edge.target : edge.source)))].filter((other) => other !== id);
  if (links.length) parts.push(element("h3", { textContent: `Linked with (${links.length})` }), element("ul", { className: "names" }, ...links.slice(0, LISTED).map((other) => element("li", {}, nodeButton(other)))));
  byId("details").replaceChildren(...parts);
}

function claimItem(edge) {
  const item = element("li", {}, nodeButton(edge.source), ` ${edge.words} `, nodeButton(edge.target), element("span", { className: "place", textContent: ` ${edge.confidence}` }));
  if (edge.stale) item.append(element("span", { className: "stale", textContent: " its passage is gone" }));
  for (const [path, line, text] of edge.proofs) {
    if (text) item.append(element("blockquote", { textContent: text }));
    item.append(element("p", { className: "place", textContent: line ? `${path}:${line}` : path }));
  }
  return item;
}

function pathBetween(from, to) {
  const before = new Map([[from, null]]);
  const queue = [from];
  while (queue.length && !before.has(to)) {
    const here = queue.shift();
    for (const edge of nodes[here].edges) {
      const next = edge.source === here ? edge.target : edge.source;
      if (isLit(edge) && isShown(nodes[next]) && !before.has(next)) {
        before.set(next, here);
        queue.push(next);
      }
    }
  }
  const path = [];
  for (let at = before.has(to) ? to : null; at !== null; at = before.get(at)) path.unshift(at);
  return path;
}

function showPath() {
  byId("hint").textContent = "";
  const steps = chosen.path.slice(1).map((id, at) => edges.find((edge) => isLit(edge) && ((edge.source === id && edge.target === chosen.path[at]) || (edge.target === id && edge.source === chosen.path[at]))));
  byId("details").replaceChildren(element("h2", { textContent: `Path: ${chosen.path.length - 1} steps` }), element("ol", { id: "path" }, ...steps.map(claimItem)));
}

// --- Search, filters and lists ----------------------------------------------------------------------------------------

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const names = nodes.map((node) => [folded(node.name), ...node.aliases.map(folded)]);

function search() {
  const words = folded(byId("search").value.trim());
  const rank = (id) => Math.min(...names[id].map((name) => (name === words ? 0 : name.startsWith(words) ? 1 : name.includes(words) ? 2 : 3)));
  const found = words ? nodes.map((node) => node.id).filter((id) => rank(id) < 3).sort((a, b) => rank(a) - rank(b) || nodes[b].edges.length - nodes[a].edges.length) : [];
  byId("found").replaceChildren(...found.slice(0, LISTED).map((id) => element("li", {}, nodeButton(id))));
  if (words) byId("hint").textContent = found.length ? `${found.length} found` : "nothing has this name";
}

function count(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function boxes(id, rows, off) {
  byId(id).append(...rows.map(([value, number, words, color]) => {
    const box = element("input", { type: "checkbox", checked: true, value, onchange: () => { box.checked ? off.delete(value) : off.add(value); draw(); } });
    const label = element("label", {}, box, ` ${words} `, element("span", { className: "place", textContent: number }));
    if (color) label.style.borderLeft = `0.5em solid ${color}`;
    return label;
  }));
}

byId("title").textContent = data.title;
boxes("kinds", count(nodes.map((node) => node.kind)).map(([kind, number]) => [kind, number, kind || "no page", KINDS[kind] ?? KINDS.notes]), chosen.kinds);
const words = new Map(edges.map((edge) => [edge.relation, edge.words]));
boxes("relations", count(edges.map((edge) => edge.relation)).map(([relation, number]) => [relation, number, relation === LINK ? "plain links" : words.get(relation)]), chosen.relations);
const sources = [...new Set(edges.flatMap((edge) => edge.proofs.map((proof) => proof[0])))].sort();
byId("source").append(...sources.map((path) => element("option", { value: path, textContent: path })));
byId("source").onchange = (event) => { chosen.source = event.target.value; draw(); };
byId("confidence").oninput = (event) => { chosen.confidence = Number(event.target.value); byId("least").textContent = event.target.value; draw(); };
byId("colors").onchange = (event) => { chosen.colors = event.target.value; draw(); };
byId("search").oninput = search;
byId("searching").onsubmit = (event) => { event.preventDefault(); byId("found").querySelector("button")?.click(); };
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/INPUT|SELECT/.test(document.activeElement.tagName)) { event.preventDefault(); byId("search").focus(); }
  if (event.key === "Escape") { chosen.from = null; byId("hint").textContent = ""; choose(null); }
});

function list(id, title, items) {
  if (items.length) byId(id).append(element("summary", { textContent: `${title} (${items.length})` }), element("ul", {}, ...items));
  else byId(id).remove();
}

list("questions", "Questions without an answer", data.questions.map((question) => element("li", {}, element("button", { type: "button", className: "node", textContent: question, onclick: () => { byId("details").replaceChildren(element("h2", { textContent: question }), element("p", { textContent: "Nothing in this knowledge base answers it. Add a document that does." })); } }))));
list("stale", "Pages whose evidence has changed", data.stale.filter((id) => nodes[id]).map((id) => element("li", {}, nodeButton(id))));

addEventListener("beforeprint", () => {
  const lit = edges.filter((edge) => edge.relation !== LINK && isLit(edge) && isShown(nodes[edge.source]) && isShown(nodes[edge.target]));
  byId("print").replaceChildren(element("h2", { textContent: `Claims (${lit.length})` }), element("ul", {}, ...lit.slice(0, PRINTED).map(claimItem)));
});

choose(null);
start();
