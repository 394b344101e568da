/** One console: what it remembers, part by part. A page has one, made where it starts; each test makes its own. */
export class ConsoleApp {
  /** by the function that makes it */
  readonly parts = new Map<object, unknown>()
}

export const createApp = (): ConsoleApp => new ConsoleApp()

/**
 * Something that a console remembers: made when it is first asked for, the same one from then on. What is loaded on
 * demand brings its parts along, so that a console that never lists anything remembers nothing of lists.
 */
export function part<T>(make: (app: ConsoleApp) => T): (app: ConsoleApp) => T {
  return app => {
    if (!app.parts.has(make)) app.parts.set(make, make(app))
    return app.parts.get(make) as T
  }
}
