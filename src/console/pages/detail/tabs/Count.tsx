import { numberText } from '../../../fields/values/text.ts'
import type { TabCount } from './useRelated.ts'

/** Number of records behind a tab. */
export const Count = ({ of }: { of: TabCount }) => (
  <b className="tab-count">
    {numberText(of.number)}
    {of.capped && '+'}
  </b>
)
