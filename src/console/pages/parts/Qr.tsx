import QRCode from 'antd/es/qr-code'
import { SIZE } from '../../theme/scale.ts'
import { FIXED } from '../../theme/tokens.ts'

/** Black on white in any theme, because scanners need it and it is printed. */
export const Qr = ({ text }: { text: string }) => (
  <QRCode
    type="svg"
    value={text}
    size={SIZE['w-code']}
    color={FIXED.ink}
    bgColor={FIXED.paper}
    bordered={false}
    errorLevel="M"
  />
)
