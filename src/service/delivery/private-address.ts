import { BlockList, isIP } from 'node:net'

const list = new BlockList()
const v4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Prefixes that carry an IPv4 address too: a translator or a tunnel would reach that address. */
const v6 = [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const
for (const [net, bits] of v4) list.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of v6) list.addSubnet(net, bits, 'ipv6')

/** Loopback, private, link-local and other addresses outside the public net; also IPv4 inside IPv6. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 0) return false
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
