import type { DemoDoc } from '../../../core/model/documents.ts'
import type { DemoDocument, DemoGround } from './documents.ts'

/** Where no province says otherwise. */
const ICP = '京'

/** The customers that are named first, then the others by their ids: what is drawn at random follows this order. */
function inOrder(first: readonly string[], docs: readonly DemoDoc[]): DemoDoc[] {
  const rank = ({ customer = '' }: DemoDoc): number => {
    const at = first.indexOf(customer)
    return customer === '' ? -1 : at < 0 ? first.length : at
  }
  return docs.toSorted((a, b) => rank(a) - rank(b) || (a.customer ?? '').localeCompare(b.customer ?? ''))
}

const fileOf = ({ customer }: DemoDoc): string =>
  customer === undefined ? 'schemas/demo.yaml' : `customers/${customer}/demo.yaml`

/** Puts together what is said of the demonstration. */
export function wholeDemo(
  { password, pages, shares, accounts, first, icp }: DemoGround,
  docs: readonly DemoDoc[],
): DemoDocument {
  const all = inOrder(first, docs)
  const ofAll = <T>(values: (doc: DemoDoc) => Record<string, T>): Record<string, T> =>
    Object.fromEntries(all.flatMap(doc => Object.entries(values(doc))))
  const ownedBy = <T extends object>(customer: string | undefined, own: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(own).map(([name, one]): [string, T & { customer?: string }] => [
        name,
        customer === undefined ? one : { ...one, customer },
      ]),
    )
  return {
    password,
    shares,
    ...(pages === undefined ? {} : { pages }),
    roles: ofAll(doc => ownedBy(doc.customer, doc.roles)),
    departments: ofAll(doc => doc.departments),
    accounts: { ...accounts, ...ofAll(doc => ownedBy(doc.customer, doc.accounts)) },
    staff: all.flatMap(doc => doc.staff.map(some => ({ ...some, file: fileOf(doc) }))),
    records: all.flatMap(doc =>
      doc.records.map(({ area, counts: { eshop = 0, website = 0, illegalResult: clues } }) => ({
        area,
        file: fileOf(doc),
        icp: icp[area.slice(0, 2)] ?? ICP,
        eshop,
        website,
        ...(clues === undefined ? {} : { clues }),
      })),
    ),
  }
}
