"""The names of three earlier projects, thin over KnowledgeBase: mini-context-graph, rrlmgraph and HCE.

What the seeds' own programs call is here, and does what they expect of it.  Functions of the rooms are offered by the
rooms: `wiki_store.search_wiki`, `index_store.search`, `retrieval_engine.retrieve`.
"""
