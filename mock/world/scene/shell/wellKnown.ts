/** Ports by the names scanners and `/etc/services` give them (IANA, and nmap’s own list where it differs). */
export const portNames: Readonly<Record<number, string>> = {
  7: 'echo',
  9: 'discard',
  13: 'daytime',
  20: 'ftp-data',
  21: 'ftp',
  22: 'ssh',
  23: 'telnet',
  25: 'smtp',
  37: 'time',
  53: 'domain',
  67: 'dhcps',
  68: 'dhcpc',
  69: 'tftp',
  79: 'finger',
  80: 'http',
  88: 'kerberos-sec',
  110: 'pop3',
  111: 'rpcbind',
  113: 'ident',
  119: 'nntp',
  123: 'ntp',
  135: 'msrpc',
  137: 'netbios-ns',
  138: 'netbios-dgm',
  139: 'netbios-ssn',
  143: 'imap',
  161: 'snmp',
  162: 'snmptrap',
  179: 'bgp',
  389: 'ldap',
  443: 'https',
  445: 'microsoft-ds',
  465: 'smtps',
  500: 'isakmp',
  502: 'mbap',
  513: 'login',
  514: 'shell',
  515: 'printer',
  548: 'afp',
  554: 'rtsp',
  587: 'submission',
  631: 'ipp',
  636: 'ldapssl',
  873: 'rsync',
  990: 'ftps',
  993: 'imaps',
  995: 'pop3s',
  1433: 'ms-sql-s',
  1521: 'oracle',
  1720: 'h323q931',
  1723: 'pptp',
  1883: 'mqtt',
  1900: 'upnp',
  2049: 'nfs',
  3000: 'ppp',
  3128: 'squid-http',
  3306: 'mysql',
  3333: 'dec-notes',
  3389: 'ms-wbt-server',
  4444: 'krb524',
  5000: 'upnp',
  5060: 'sip',
  5353: 'mdns',
  5355: 'llmnr',
  5432: 'postgresql',
  5900: 'vnc',
  5985: 'wsman',
  6000: 'X11',
  6379: 'redis',
  8000: 'http-alt',
  8080: 'http-proxy',
  8443: 'https-alt',
  9100: 'jetdirect',
  9200: 'wap-wsp',
  11211: 'memcache',
  27017: 'mongod',
}
/** Port of a name or a number; undefined where nobody knows it. */
export function portNumberOf(word: string): number | undefined {
  if (/^\d{1,5}$/.test(word)) return Number(word) <= 65_535 ? Number(word) : undefined
  const found = Object.entries(portNames).find(([, name]) => name === word.toLowerCase())
  return found ? Number(found[0]) : undefined
}

/** The hundred that `nmap -F` asks for. */
export const fastPorts: ReadonlySet<number> = new Set(
  rangesOf(
    '7,9,13,21-23,25-26,37,53,79-81,88,106,110-111,113,119,135,139,143-144,179,199,389,427,443-445,465,513-515,543-544,548,554,587,631,646,873,990,993,995,1025-1029,1110,1433,1720,1723,1755,1900,2000-2001,2049,2121,2717,3000,3128,3306,3389,3986,4899,5000,5009,5051,5060,5101,5190,5357,5432,5631,5666,5800,5900,6000-6001,6646,7070,8000,8008-8009,8080-8081,8443,8888,9100,9999-10000,32768,49152-49157',
  ),
)
/** Those met most often, first. */
export const commonPorts: readonly number[] = [
  80, 23, 443, 21, 22, 25, 3389, 110, 445, 139, 143, 53, 135, 3306, 8080, 1723, 111, 995, 993, 5900,
]

/** `22,80-90`; numbers only. */
export function rangesOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from = '', to] = part.split('-')
    const [a, b] = [Number(from || 0), to === undefined ? Number(from) : Number(to || 65_535)]
    return Array.from({ length: Math.max(0, Math.min(b, 65_535) - a + 1) }, (_, i) => a + i)
  })
}
