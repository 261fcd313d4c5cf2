"""Where a parcel was last seen."""
