import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { DemoDocument, DemoEvidence, DemoKnowledge, DemoPage } from './documents.ts'

export async function readDemo(root: string): Promise<DemoDocument> {
  return parse(await readFile(join(root, 'demo', 'accounts.yaml'), 'utf8')) as DemoDocument
}

export async function readDemoKnowledge(root: string): Promise<DemoKnowledge> {
  return parse(await readFile(join(root, 'demo', 'knowledge.yaml'), 'utf8')) as DemoKnowledge
}

/** Pages that were photographed beforehand: loading them takes no browser. */
export async function readDemoEvidence(root: string): Promise<DemoEvidence> {
  const folder = join(root, 'demo', 'evidence')
  const { pages, taken } = parse(await readFile(join(folder, 'pages.yaml'), 'utf8')) as {
    pages: Record<string, DemoPage>
    taken: DemoEvidence['taken']
  }
  const photograph = (name: string, extension: string): Promise<Uint8Array> =>
    readFile(join(folder, `${name}.${extension}`))
  return {
    taken,
    pages: await Promise.all(
      Object.entries(pages).map(async ([name, page]) => {
        const [png, pdf, mhtml] = await Promise.all([
          photograph(name, 'png'),
          photograph(name, 'pdf'),
          photograph(name, 'mhtml'),
        ])
        return { page, photographs: { png, pdf, mhtml } }
      }),
    ),
  }
}
