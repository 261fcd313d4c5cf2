/** What a file of a project is for: how tests are run is set by `settings`. */
type Role = "test" | "settings" | "code";

const SETTINGS =
  /(^|\/)(conftest\.py|sitecustomize\.py|usercustomize\.py|[^/]+\.pth)$|^(pytest\.(ini|toml)|\.pytest\.(ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml|\.coveragerc)$/;
const TEST = /(^|\/)(tests?|testing)\/|(^|\/)test_[^/]*$|_test\.py$/;

/** What a file is for, by its path in the repository. */
export function roleOf(path: string): Role {
  if (SETTINGS.test(path)) return "settings";
  return TEST.test(path) ? "test" : "code";
}
