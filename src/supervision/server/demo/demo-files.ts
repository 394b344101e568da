import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { DemoDoc } from '../../../core/model/documents.ts'
import type { DemoDocument, DemoEvidence, DemoGround, DemoKnowledge, DemoPage } from './documents.ts'
import { wholeDemo } from './whole.ts'

/** The demo.yaml of a configuration folder's product and customers, for tools that do without the configuration. */
export async function readDemoDocs(configDir: string): Promise<DemoDoc[]> {
  const customers = await readdir(join(configDir, 'customers')).catch(() => [])
  const places = [{ folder: 'schemas' }, ...customers.map(customer => ({ folder: `customers/${customer}`, customer }))]
  const found = await Promise.all(
    places.map(async ({ folder, ...whose }): Promise<DemoDoc[]> => {
      const text = await readFile(join(configDir, folder, 'demo.yaml'), 'utf8').catch(() => undefined)
      const none = { roles: {}, departments: {}, accounts: {}, staff: [], records: [] }
      return text === undefined ? [] : [{ ...none, ...(parse(text) as Partial<DemoDoc>), ...whose }]
    }),
  )
  return found.flat()
}

/** `root`: folder of the repository; `docs`: the demo.yaml of a configuration, by default of the repository's. */
export async function readDemo(root: string, docs?: readonly DemoDoc[]): Promise<DemoDocument> {
  const ground = parse(await readFile(join(root, 'demo', 'accounts.yaml'), 'utf8')) as DemoGround
  return wholeDemo(ground, docs ?? (await readDemoDocs(root)))
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
