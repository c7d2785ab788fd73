"""What belongs to a household is its owner's alone on the disk, also what an older version or a copy left open."""

import logging
from contextlib import suppress

from chabudai.adapters import private_files
from chabudai.site.settings import SiteSettings

_log = logging.getLogger(__name__)


def keep_private(settings: SiteSettings) -> None:
    """Before anything is opened. A folder for the database is made where just that is missing."""
    if settings.is_file:
        with suppress(OSError):  # which is told when the database can't be opened
            settings.folder.mkdir(mode=private_files.FOLDER_MODE)
    for path in settings.own_paths:
        try:
            if private_files.restrict(path):
                _log.warning("%s could be read by others; its permissions are tightened", path)
        except FileNotFoundError:
            continue
        except OSError as error:
            _log.warning("%s can't be kept from others: %s", path, error.strerror)
