"""What agents do with a knowledge base, as scripts: each file beside this one is a scenario, played by runner.py."""
