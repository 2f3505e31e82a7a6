from ..wiki_store.swap import is_temporary as is_temporary
from ..wiki_store.swap import remove_quietly as remove_quietly
from ..wiki_store.swap import sync_folder as sync_folder
from ..wiki_store.swap import temporaries_of as temporaries_of
from ..wiki_store.swap import write_durably as write_durably
from ..wiki_store.swap import write_temporary as write_temporary
