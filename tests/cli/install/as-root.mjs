// What `./wangjian status` does for root before and while it looks, in a process of its own, which does not become root
// again: `<home> <data folder>`. It says as whom it looked.
import { register } from 'tsx/esm/api'

register()
const { becomeOwner } = await import('../../../src/cli/install/as-owner.ts')
const { refuseOthers } = await import('../../../src/cli/install/trust.ts')
const { runStatus } = await import('../../../src/cli/install/run-status.ts')
const [home, dataDir] = process.argv.slice(2)
const at = { root: `${home}/wangjian-1.0.0`, home, dataDir }
refuseOthers(at)
becomeOwner(dataDir)
await runStatus(['--json'], { out: text => console.log(text), err: text => console.error(text) }, at)
try {
  process.setuid(0)
} catch {
  console.log(`as ${process.getuid()}:${process.getgid()} ${process.getgroups()}`)
}
