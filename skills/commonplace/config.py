"""Settings: edit a value here, or override it by COMMONPLACE_<NAME> in the environment, or by an option of a command.

This file is read as text and never run: one `NAME = value` a line, a plain number or a quoted string.
"""

# How many hops a walk may go from a seed.
MAX_GRAPH_DEPTH = 2

# Claims below this confidence are refused at ingest, and their edges are not walked.  A plain link has confidence 1:
# it is walked whatever this value is.
MIN_CONFIDENCE = 0.6

# How many nodes one question may reach, the seeds included.
MAX_NODES = 50

# How many tokens a reply of `recall` may cost as sent, unless --budget says otherwise.  Another value bounds `ask`;
# with this one the size of its reply follows the verdict.
BUDGET_TOKENS = 1200

# How many nodes `index_store.search` gives in Python, unless its limit says otherwise.
SEED_LIMIT = 8

# How many hits `search` prints, unless --limit says otherwise.
SEARCH_LIMIT = 10

# What counts tokens: pieces, or o200k and cl100k (which need the extra `exact`).
TOKEN_COUNTER = "pieces"

# A page that somebody else changed more recently than this is not written.
QUIET_SECONDS = 10

# How long a write waits for another process to finish.
LOCK_SECONDS = 30

# A larger page is not indexed; `status` and `lint` name it.
MAX_PAGE_BYTES = 4_000_000

# A larger document is not registered.
MAX_DOCUMENT_BYTES = 100_000_000

# A longer bundle, answer, turn, or text for `edit` is refused.
MAX_TEXT_CHARACTERS = 8_000_000

# A bundle with more entities, relations, pages and withdrawn claims, counted together, is refused.
MAX_BUNDLE_ENTRIES = 5_000

# A longer question or search is refused.
MAX_QUESTION_CHARACTERS = 10_000

# A larger message to the server over HTTP is refused.
MAX_MESSAGE_BYTES = 16_000_000

# How long a message may take to reach a server over HTTP.
SERVER_SECONDS = 60

# How many messages such a server accepts at once.
SERVER_WAITING = 200

# How long the conversion of one document (PDF, DOCX, HTML, a mail, …) may take.
CONVERT_SECONDS = 300

# How much address space it may take, in megabytes, where the system can limit it.
CONVERT_MEGABYTES = 2_000

# What compares meanings, where the extra `meaning` is installed: minilm (English); none; the folder of another model of
# the BERT family, as sentence-transformers writes it; or module:callable, which takes texts and gives their vectors.
EMBEDDER = "minilm"

# The vault's folder in a home that `init` makes.
VAULT_DIR = "wiki"

# Folders elsewhere into which links (symlinks) in the vault may lead, with `:` between them (on Windows `;`): their
# files are read as if they were in the vault, and never written.  Other links out of the vault are not followed.
LINKED_FOLDERS = ""

# After how many days a mark of `useful` counts half.
HALF_LIFE_DAYS = 30.0

# A team's index in PostgreSQL, as postgresql://user@host/database: the reading verbs ask it in place of a home, and
# `index` makes it.  Empty for none.
INDEX = ""
