/** The two tests of the parcels project that fail for the same reason. */
export const NEW_COUNTRY = [
  "tests/test_invoice.py::test_new_country",
  "tests/test_invoice.py::test_new_country_insured",
];

const COMPACT = "-q --tb=short -W ignore";

/** What may differ from one telling of the missing zone to the next. */
export interface Telling {
  /** Lines that were added at the top of `parcels/zones.py`. */
  linesBefore?: number;
  /** False where the test was not run again. */
  measured?: boolean;
  /** A note behind the names of the tests. */
  note?: string;
  /** What the re-run command keeps of the options, each followed by a space. */
  options?: string;
  /** The line of the test from which the way to the crash begins. */
  from?: string;
}

/**
 * What Faultline tells of the None that `find_zone` made.
 *
 * @param nodeIds the tests that failed of it
 * @param command what ran them, up to pytest
 */
export function zoneText(nodeIds: readonly string[], command: string, telling: Telling = {}): string {
  const { linesBefore = 0, measured = true, note, options = "", from = FROM } = telling;
  return [
    "Faultline: AttributeError: 'NoneType' object has no attribute 'base_cents'",
    ...(note === undefined ? [] : [`Note: ${note}.`]),
    ...(measured ? zoneOrigin(linesBefore) : []),
    "Crash site parcels/pricing.py:17 in freight:",
    " 15 def freight(shipment: Shipment) -> int:",
    " 16     zone = shipment.zone",
    ">17     return zone.base_cents + zone.cents_per_kilo * shipment.kilos",
    "Called by way of:",
    `  ${from}`,
    "  parcels/invoice.py:7 in invoice_line: cents = quote(Shipment(address, grams), insured)",
    "  parcels/pricing.py:9 in quote: total = freight(shipment)",
    `Re-run${nodeIds.length > 1 ? ` (${nodeIds.length} tests, one cause)` : ""}: ${command} ${COMPACT} ${options}${nodeIds.join(" ")}`,
  ].join("\n");
}

const FROM = 'tests/test_invoice.py:20 in test_new_country: assert invoice_line(LISBOA, 1500) == "Lisboa: 11.70 EUR"';

function zoneOrigin(linesBefore: number): string[] {
  const line = (number: number) => number + linesBefore;
  return [
    `Origin (measured): the None was made at parcels/zones.py:${line(22)} in find_zone:`,
    ` ${line(21)} def find_zone(country):`,
    `>${line(22)}     found = None`,
    ` ${line(23)}     for zone in ZONES:`,
    ` ${line(24)}         if country in zone.countries:`,
    ` ${line(25)}             found = zone`,
    "Its way to the crash:",
    `  parcels/zones.py:${line(27)} return find_zone: return found`,
    "  parcels/shipment.py:15 assignment zone: zone = find_zone(recipient.country)",
    "  parcels/shipment.py:16 return _locate: return zone",
    "  parcels/shipment.py:11 attribute self.zone: self.zone = self._locate(recipient)",
    "  parcels/pricing.py:16 assignment zone",
  ];
}

/** What Faultline tells of the parcel without scans. */
export function scansText(command: string): string {
  return [
    "Faultline: TypeError: 'NoneType' object is not subscriptable",
    "Origin (measured): the None was made at services/tracking/tracking/scans.py:10 in last_scan — key 'P-300' is not there:",
    " 9 def last_scan(parcel):",
    ">10     scans = SCANS.get(parcel)",
    " 11     return scans",
    "Its way to the crash:",
    "  services/tracking/tracking/scans.py:11 return last_scan",
    "Crash site services/tracking/tracking/scans.py:15 in describe:",
    " 14 def describe(parcel):",
    ">15     place, day = last_scan(parcel)[-1]",
    ' 16     return f"{parcel}: {place} on {day.isoformat()}"',
    "Called by way of:",
    '  services/tracking/tests/test_scans.py:9 in test_not_yet_scanned: assert describe("P-300") == "P-300: not scanned yet"',
    `Re-run: ${command} ${COMPACT} tests/test_scans.py::test_not_yet_scanned`,
  ].join("\n");
}
