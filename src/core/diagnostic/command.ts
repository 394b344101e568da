declare global {
  // set where a release is put together (scripts/release/stage.ts)
  var IS_RELEASE: true | undefined
}

/**
 * How one of our commands is called here: by npm where the sources are, by the launcher in a release, where there is no
 * npm. Every message that names a command asks this.
 */
export const commandLine = (name: string, rest = ''): string =>
  globalThis.IS_RELEASE ? `./wangjian ${name}${rest && ` ${rest}`}` : `npm run ${name}${rest && ` -- ${rest}`}`
