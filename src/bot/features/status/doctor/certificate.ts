interface Connection {
  /** Whose certificate it is, such as `the tracker’s`. */
  readonly whose: string
  /** Where its address is set. */
  readonly address: string
  /** An admin of a workspace can't set the app's variables. */
  readonly isOperator?: boolean
}

const authority =
  'NODE_EXTRA_CA_CERTS to a file with your company’s certificate authority, and restart the app'

/** By Node's code in the text of an error. Undefined: the error is not about a certificate. */
export const certificateRemedy = (
  text: string,
  { whose, address, isOperator = true }: Connection,
): string | undefined => {
  if (/\bERR_TLS_CERT_ALTNAME/.test(text))
    return `${whose} certificate is for another host name: correct ${address}, or renew the certificate for this name`
  if (/\bCERT_(HAS_EXPIRED|NOT_YET_VALID)/.test(text))
    return `renew ${whose} certificate; if it’s valid today, correct this machine’s clock`
  if (!/\b(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(text)) return undefined
  const set = isOperator ? `set ${authority}` : `ask this app’s operator to set ${authority}`
  return `this machine doesn’t know who issued ${whose} certificate: ${set}; or use one from a public authority`
}
