/** Names of the files that pytest looks for its configuration in, in its order, within one folder. */
export const configNames: readonly string[] = [
  "pytest.toml",
  ".pytest.toml",
  "pytest.ini",
  ".pytest.ini",
  "pyproject.toml",
  "tox.ini",
  "setup.cfg",
];
