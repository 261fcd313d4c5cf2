/** Bytes. A longer message goes on as it comes, past all faults, so that nobody fills the memory with one. */
export const LONGEST = 64 * 1024 * 1024;
