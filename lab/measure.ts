/**
 * `npm run measure`: how the code is built, in figures: lengths of files, functions and lines, comments, tests, folders
 * that import each other, business words where they do not belong.   --list: each such pair and line
 */
import { parseArgs } from 'node:util'
import { table } from './bench/table.ts'
import { measured } from './measure/figures.ts'
import { codeBelow, readSource } from './measure/source.ts'

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const { rows, pairs, business } = measured(codeBelow('src').map(readSource), codeBelow('tests').map(readSource))
console.log(table(['', ''], rows))
if (values.list) console.log(`\n${[...pairs, '', ...business].join('\n')}`)
