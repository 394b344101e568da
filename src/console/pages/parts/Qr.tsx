import QRCode from 'antd/es/qr-code'

/** Black on white in any theme, because scanners need it and it is printed. */
export const Qr = ({ text }: { text: string }) => (
  <QRCode type="svg" value={text} size={132} color="#000" bgColor="#fff" bordered={false} errorLevel="M" />
)
