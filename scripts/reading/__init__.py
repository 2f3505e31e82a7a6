"""Reading a home: asking, searching, showing, telling how it stands."""
