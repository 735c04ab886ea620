/**
 * What is made of a schema: made at its first use, since most schemas are never used by a process, and once for all servers
 * of this process. Most schemas are the same object for every server; those that a route writes out are known by their text.
 */
export function onceBySchema<Route extends { readonly schema?: unknown }, Made>(
  make: (route: Route) => Made,
): (route: Route) => () => Made {
  const byObject = new WeakMap<object, () => Made>();
  const byText = new Map<string, Made>();
  const makeOnce = (route: Route): Made => {
    const text = JSON.stringify(route.schema);
    const made = byText.get(text) ?? make(route);
    byText.set(text, made);
    return made;
  };
  return (route) => {
    const schema = route.schema as object;
    const known = byObject.get(schema);
    if (known !== undefined) return known;
    let made: Made | undefined;
    const use = (): Made => (made ??= makeOnce(route));
    byObject.set(schema, use);
    return use;
  };
}
