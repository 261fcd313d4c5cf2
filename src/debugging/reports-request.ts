/** Where to look for what the test runs of one command reported. */
export interface ReportsRequest {
  /** The folder of the session's reports. */
  folder: string;
  /** When the command began, in ms since the epoch. */
  since: number;
  /** Where its tests ran; absolute. */
  cwd: string;
  /** Real path of the repository. */
  root: string;
  /** Whether the reports stay where they are once they are read. */
  keep: boolean;
}
