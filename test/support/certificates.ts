import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { listening } from './listening.ts'

/** Everybody knows this key. It is for tests alone. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg755kFPQHYOH5Zvb1
5vYvmnfmfz6F8ZLycecfLB3JuyqhRANCAAQnYaP357xm7tL3gMub1f5ggQiqyvL5
tmkfYzPLy+acvTi+ZFOc6Kq9itB+KlMudrDGzVGiazh6X6wYHD5rJfaB
-----END PRIVATE KEY-----`

/** Signed by itself, for localhost. The others are signed with it. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBZDCCAQmgAwIBAgIBATAKBggqhkjOPQQDAjASMRAwDgYDVQQDDAdUZXN0IENB
MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjASMRAwDgYDVQQDDAdU
ZXN0IENBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEJ2Gj9+e8Zu7S94DLm9X+
YIEIqsry+bZpH2Mzy8vmnL04vmRTnOiqvYrQfipTLnawxs1Roms4el+sGBw+ayX2
gaNOMEwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMB
Af8wHQYDVR0OBBYEFGZxUyucqm+LEGtwXNwZWHk8fPvxMAoGCCqGSM49BAMCA0kA
MEYCIQCzadDnc5gHQyZdWmNhk+rCCDDPmjijndxyT1e/y/WVPAIhALy8CzyvXhI3
/tl54OMPJ/0zZqEtSe0i+IS3b29lJ4Ee
-----END CERTIFICATE-----`

const certificates = {
  'self-signed': authority,
  valid: `-----BEGIN CERTIFICATE-----
MIIBVDCB+qADAgECAgECMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMMB1Rlc3QgQ0Ew
IBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCdho/fnvGbu0veAy5vV
/mCBCKrK8vm2aR9jM8vL5py9OL5kU5zoqr2K0H4qUy52sMbNUaJrOHpfrBgcPmsl
9oGjPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUZnFT
K5yqb4sQa3Bc3BlYeTx8+/EwCgYIKoZIzj0EAwIDSQAwRgIhAOanTf4pT25kY6Q5
BV3539xZ74TC6FURsWnosaf6mzE3AiEAgOfXratDR3glwA9UcX0zxrcC052G53Og
RzSIrRb8Q4Y=
-----END CERTIFICATE-----`,
  expired: `-----BEGIN CERTIFICATE-----
MIIBUTCB+KADAgECAgEDMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMMB1Rlc3QgQ0Ew
HhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2Nh
bGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQnYaP357xm7tL3gMub1f5g
gQiqyvL5tmkfYzPLy+acvTi+ZFOc6Kq9itB+KlMudrDGzVGiazh6X6wYHD5rJfaB
oz0wOzAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwHQYDVR0OBBYEFGZxUyuc
qm+LEGtwXNwZWHk8fPvxMAoGCCqGSM49BAMCA0gAMEUCIQD2ZVy0DzOC0udCOUMe
iCcJNepS+smGNTQSXW1IV475QgIgUktbHnO7umgO4lCNmFKnoYuo/M+GtB0W3DmU
NYSWKs4=
-----END CERTIFICATE-----`,
  'for another host': `-----BEGIN CERTIFICATE-----
MIIBVTCB/KADAgECAgEEMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMMB1Rlc3QgQ0Ew
IBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBgxFjAUBgNVBAMMDW90
aGVyLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQnYaP357xm7tL3
gMub1f5ggQiqyvL5tmkfYzPLy+acvTi+ZFOc6Kq9itB+KlMudrDGzVGiazh6X6wY
HD5rJfaBozswOTAYBgNVHREEETAPgg1vdGhlci5leGFtcGxlMB0GA1UdDgQWBBRm
cVMrnKpvixBrcFzcGVh5PHz78TAKBggqhkjOPQQDAgNIADBFAiAgKteiXOW7RlR+
xZ8ASPtikKk/OA1I9xQ/i7bfMxiOmgIhAJ0WKLOSJss8wcbCO4twaeIBp2zbP1FM
BuuifLCH81UX
-----END CERTIFICATE-----`,
}

/** An https server on loopback with one of these certificates. */
export const httpsServer = async (
  certificate: keyof typeof certificates,
  answer: RequestListener = (_, response) => void response.end('{}'),
): Promise<string> =>
  `https://localhost:${await listening(createServer({ key, cert: certificates[certificate] }, answer))}`

/** What NODE_EXTRA_CA_CERTS does at the start of a process. */
export const trustAuthority = () => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, authority])
  onTestFinished(() => setDefaultCACertificates(before))
}
