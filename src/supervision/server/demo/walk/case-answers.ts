import type { Answer } from './answer.ts'

const [FINE, GAIN] = ['3', '4']
/** A fine and the gain: what most decisions say. */
const BOTH = `${FINE},${GAIN}`
const [TO_OTHERS, EXECUTED] = ['2', '1']
/** Why a case is closed that has ended otherwise, by its outcome. */
const ENDED: Readonly<Record<string, string>> = { '2': '4', '3': '5' }
const ORGANISATION = '1'
/** The most that may be fined on the spot, in hundreds of yuan. */
const ON_THE_SPOT = { organisation: 30, person: 2 }

const kept =
  (name: string): Answer =>
  (_g, _known, { row }) => [row[name] ?? null]

/** What is answered about a case, so that its papers agree with each other. */
export const CASE_ANSWERS: Readonly<Record<string, Answer>> = {
  fileProposal: () => ['1'],
  fileConditions: () => ['1,2,3,4'],
  intendedKinds: () => [BOTH],
  intendedGoods: () => [null],
  punishKinds: (_g, _known, { code }) => [code === 'simple' ? FINE : BOTH],
  fine: (g, _known, { code, row }) => {
    if (code !== 'simple') return [row['intendedFine'] ?? null]
    const most = row['partyType'] === ORGANISATION ? ON_THE_SPOT.organisation : ON_THE_SPOT.person
    return [g.random.int(1, most) * 100]
  },
  confiscateGain: kept('intendedGain'),
  confiscateGoods: () => [null],
  paidAmount: kept('totalAmount'),
  closeGround: (_g, _known, { row }) => [ENDED[String(row['outcome'])] ?? EXECUTED],
  goodsDisposal: () => [null],
  moveReason: () => [TO_OTHERS],
  moveTo: (_g, _known, { code }) => [code === 'moveToPolice' ? '样例市公安局' : '样例市文化市场综合执法机构'],
  procuratorCopied: () => [1],
}
