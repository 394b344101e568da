/** The programs of a release: what people call, and what a server runs in processes of its own. */
export const PROGRAM_ENTRIES = {
  wangjian: 'scripts/wangjian.ts',
  'check-process': 'src/server/start/configuration/check-process.ts',
  child: 'src/supervision/server/start/child.ts',
}
export const LAUNCHER = 'scripts/release/launcher.sh'
