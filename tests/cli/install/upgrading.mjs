// An upgrade or rollback in a process of its own, which a test can kill: `upgrade|rollback <home> <data folder> …`. The
// sources are read by tsx here alone, so that the programs of the releases start as quickly as Node itself.
import { register } from 'tsx/esm/api'

register()
const { runRollback, runUpgrade } = await import('../../../src/cli/install/run-upgrade.ts')
const [what, home, dataDir, ...argv] = process.argv.slice(2)
const at = { root: `${home}/wangjian-1.0.0`, home, dataDir }
const output = { out: text => console.log(text), err: text => console.error(text) }
process.exitCode = await (what === 'upgrade' ? runUpgrade : runRollback)(argv, output, at)
