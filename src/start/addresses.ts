import { isIP } from 'node:net'

/** An IP address, or a network such as 10.0.0.0/8. */
export const isAddress = (text: string) => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0
}
