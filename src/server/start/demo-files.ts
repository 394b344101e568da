import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { DemoDocument } from '../demo/documents.ts'

export async function readDemo(root: string): Promise<DemoDocument> {
  return parse(await readFile(join(root, 'demo', 'accounts.yaml'), 'utf8')) as DemoDocument
}
