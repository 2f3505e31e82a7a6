"""An answer as it is sent: as text, as JSON, and explained."""
