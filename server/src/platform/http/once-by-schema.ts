/**
 * What is made of a schema, made once for all servers of this process. Most schemas are the same object for every server;
 * those that a route writes out are known by their text.
 */
export function onceBySchema<Route extends { readonly schema?: unknown }, Made>(
  make: (route: Route) => Made,
): (route: Route) => Made {
  const byObject = new WeakMap<object, Made>();
  const byText = new Map<string, Made>();
  return (route) => {
    const schema = route.schema as object;
    const known = byObject.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    const made = byText.get(text) ?? make(route);
    byObject.set(schema, made);
    byText.set(text, made);
    return made;
  };
}
