import type { Row } from '../../../../core/contract/api.ts'
import type { PlaceDoc } from '../../../../core/model/documents.ts'
import { plain } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { PlaceMap } from '../../../map/PlaceMap.tsx'
import { nothingTyped } from '../../../navigation/useUnsaved.ts'
import { SidePanel } from '../../list/panels/Sheet.tsx'

/** Where the record's address is, on request: no map is loaded before. */
export const RecordMap = ({ place, row, onClose }: { place: PlaceDoc; row: Row; onClose: () => void }) => (
  <SidePanel isChanged={nothingTyped} title={t('地图')} onClose={onClose}>
    <PlaceMap address={plain(row[place.address])} area={plain(row[place.area])} />
  </SidePanel>
)
