/** The two tests of the parcels project that fail for the same reason. */
export const NEW_COUNTRY = [
  "tests/test_invoice.py::test_new_country",
  "tests/test_invoice.py::test_new_country_insured",
];

/** What Faultline tells of the None that `find_zone` made. */
export function zoneText(
  _nodeIds: readonly string[],
  _command: string,
  _options: { linesBefore?: number; origin?: boolean } = {},
): string {
  return "";
}

/** What Faultline tells of the parcel without scans. */
export function scansText(_command: string): string {
  return "";
}
