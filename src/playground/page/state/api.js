/**
 * The playground's own API. Answers are `{ok, …}`. `unsent`: the server refused the request, or is unreachable. If
 * the app failed, `ok` is false without `unsent`.
 */
export const api = async (method, path, body) => {
  try {
    const answer = await fetch(`/playground/api${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const value = await answer.json()
    return answer.ok ? { ok: true, ...value } : { ...value, ok: false, unsent: true }
  } catch {
    return { ok: false, unsent: true, error: 'The playground isn’t responding.' }
  }
}

export const get = (path) => api('GET', path)
export const post = (path, body) => api('POST', path, body)
