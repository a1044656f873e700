"""One value in one file, kept so that a power cut at any byte leaves the old value or the new one.

A write goes to NAME.new, is read back, and only then renamed; what was there before is renamed to NAME.old, the last
good copy. In: a file system (`ports.files`) and values that JSON can hold. Out: the value, and what was wrong with a
file that had to be refused.
"""

from . import records

NEW = ".new"
OLD = ".old"


def replace(files, name, data, keep=False):
    """Put `data` in the place of file `name`, with `keep` the old file as NAME.old.

    Raises OSError, with the old file untouched, if the new one cannot be written. Without `keep` it is one step; with
    it a power cut may leave only NAME.new and NAME.old.
    """
    fresh = name + NEW
    try:
        files.write(fresh, data)
        if files.read(fresh) != data:
            raise OSError(5, "%s could not be read back" % fresh)
    except OSError:
        try:
            files.remove(fresh)
        except OSError:
            pass  # nothing was written at all
        raise
    if keep:
        files.rename(name, name + OLD)
    files.rename(fresh, name)


class Cabinet:
    """A file `name` of format `version`; load() and save() of one value."""

    def __init__(self, files, name, version):
        self._files = files
        self._name = name
        self._version = version
        self.line = records.head(name, version)
        self.complaint = ""  # why the file was refused at the last load, or why the last save failed

    def load(self):
        """Return the stored value, the last good copy if the file is bad, or None; see `complaint`."""
        complaint, value = self._look(self._name)
        if not complaint:
            self.complaint = ""
            return value
        missing = complaint.endswith(": missing")
        for ending in (NEW, OLD):  # a cut between two renames leaves a whole NEW and no file
            other, value = self._look(self._name + ending)
            if not other:
                self.complaint = "" if missing and ending == NEW else complaint
                return value
            if missing and not other.endswith(": missing"):
                complaint = other
        self.complaint = "" if complaint.endswith(": missing") else complaint
        return None

    def save(self, value):
        """Store `value`. Returns True when it is safely stored; else `complaint` says why not and the old one stays."""
        data = self.line + records.pack(value, self.line)
        try:
            replace(self._files, self._name, data, not self._look(self._name)[0])
        except OSError as error:
            self.complaint = "%s: %s" % (self._name, error)
            return False
        self.complaint = ""
        return True

    def _look(self, file_name):
        try:
            data = self._files.read(file_name)
        except OSError as error:
            return "%s: %s" % (self._name, error), None
        return records.whole(data, self._name, self._version)
