from ..wiki_store.journal import (
    JOURNAL as JOURNAL,
)
from ..wiki_store.journal import (
    FileChange as FileChange,
)
from ..wiki_store.journal import (
    Journal as Journal,
)
from ..wiki_store.journal import (
    OperationRecord as OperationRecord,
)
from ..wiki_store.journal import (
    changes_of as changes_of,
)
from ..wiki_store.journal import (
    own_versions_in as own_versions_in,
)
from ..wiki_store.journal import (
    read_record as read_record,
)
