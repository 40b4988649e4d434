import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = readonly [Address, number];

/** Throws on a range that cannot be read: a typing error must not silently open or close the network. */
export function parseRanges(cidrs: readonly string[]): AddressRange[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr.trim()));
}

/** True for an address of the public internet, or one the operator allowed. */
export function mayConnectTo(address: string, allowed: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const written = ipaddr.parse(address);
  const meant = embeddedIPv4(written) ?? written;
  return isPublic(meant) || isWithin(meant, allowed) || isWithin(written, allowed);
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * `unicast` is what ipaddr.js calls an address in none of the special ranges. For IPv6 that is not enough:
 * most of the space is unassigned, and `::10.0.0.1` hides there. 6to4 and Teredo are refused whatever they
 * embed, since both are retired (RFC 7526) and nobody serves pictures from them.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Mapped addresses and NAT64 reach the IPv4 address in their last 32 bits, so that one is judged. */
function embeddedIPv4(address: Address): ipaddr.IPv4 | null {
  if (address instanceof ipaddr.IPv4) return null;
  if (!address.isIPv4MappedAddress() && !address.match(nat64)) return null;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isWithin(address: Address, ranges: readonly AddressRange[]): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/** Whether others can be told this address: no loopback, no private network, no name of a local one. */
export function isReachable(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (ipaddr.isValid(host)) return mayConnectTo(host, []);
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/.test(host);
}
