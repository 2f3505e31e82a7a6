"""Optional dense vectors: off unless the setting `embedder` names a model, and never needed."""
