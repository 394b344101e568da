/**
 * `npm run format`: code by oxfmt, YAML by src/core/format.   --check: changes nothing, lists what differs
 *   --root <folder>: the YAML files of that folder alone, as of a region's own repository
 */
import { spawnSync } from 'node:child_process'
import { openTerminal } from '../src/cli/command.ts'
import { runFormat } from '../src/cli/run-format.ts'

/** Only code, styles and the console's one HTML file: YAML, Markdown and stored expectations have rules of their own. */
const CODE = ['{src,scripts,tests,lab}/**/*.{ts,tsx,mjs}', 'src/**/*.css', '*.ts', '*.mjs', 'index.html']
// of the golden cases only what they share: the others are broken on purpose
const YAML = ['.', 'base', 'demo', 'examples/library', 'examples/laboratory', 'lab/load/config', 'tests/cases/_base']

const argv = process.argv.slice(2)
const isYamlOnly = argv.some(arg => /^(--root(=.*)?|--help|-h)$/.test(arg))
const isCheck = argv.includes('--check')
const isWell =
  isYamlOnly
  || spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', isCheck ? '--check' : '--write', ...CODE], {
    stdio: 'inherit',
  }).status === 0
const code = runFormat(argv, openTerminal(), YAML)
process.exitCode = isWell ? code : 1
