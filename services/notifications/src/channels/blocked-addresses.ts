import { BlockList, isIP } from 'node:net'

/** Networks no webhook may reach, by family: whoever is there is not the public. */
export const blockedNetworks = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 128],
    ['::1', 128],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['5f00::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
} as const

const blocked = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const)
  for (const [network, prefix] of blockedNetworks[family]) blocked.addSubnet(network, prefix, family)

/** Whether an IP address belongs to a network no webhook may reach; IPv4 inside IPv6 is seen through. */
export function isBlockedAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
