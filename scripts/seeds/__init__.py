"""The names of three earlier projects, thin over KnowledgeBase: mini-context-graph, rrlmgraph and HCE.

Here are the functions that the seeds' own programs call.  Functions with the names of our packages are offered by
these: `wiki_store.search_wiki`, `index_store.search`, `retrieval_engine.retrieve`.
"""
