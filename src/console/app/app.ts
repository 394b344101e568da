/**
 * The state of one console, part by part, instead of module-level variables: a page creates one at its start, each test
 * its own.
 */
export class ConsoleApp {
  /** parts by the function that creates them */
  readonly parts = new Map<object, unknown>()
}

export const createApp = (): ConsoleApp => new ConsoleApp()

/**
 * Declares a part of the console's state, created when it is first asked for. Code loaded on demand declares its own
 * parts, so that they cost nothing until then.
 */
export function part<T>(make: (app: ConsoleApp) => T): (app: ConsoleApp) => T {
  return app => {
    if (!app.parts.has(make)) app.parts.set(make, make(app))
    return app.parts.get(make) as T
  }
}
