// @ts-check
// Requests to the server. All paths are below the secret path that the page came from, so no cookie or header is needed.
import { t } from "./language.js";

const BASE = new URL("api/", document.baseURI);

/** Identifies the requests of this page: a newer request replaces an older one of the same page. */
export const TAB = crypto.randomUUID();

/** Which games the page shows. */
let shown = "";

/** Sends with every request which games it is about, so that the server does not use others. @param {string} source */
export function shows(source) {
  shown = source;
}

/** Why a request failed, as the server reports it. */
export class Failure extends Error {
  /** @param {{code?: string, message?: string, hint?: string, place?: string, at?: number}} reported @param {number} status */
  constructor(reported, status) {
    super(reported.message ?? t("the server answered with status {status}", { status }));
    this.code = reported.code ?? "unknown";
    this.hint = reported.hint;
    this.place = reported.place;
    this.at = reported.at;
    this.status = status;
  }
}

/** The failure of a request without a response. */
function gone() {
  return new Failure({
    code: "no-server",
    message: t("the server does not answer"),
    hint: t("It may have been stopped. Start it again with `scoresheet serve`, and open the address that it prints."),
  }, 0);
}

/** The address of a path of the interface. @param {string} path */
export function address(path) {
  return new URL(path, BASE);
}

/**
 * Sends a request and returns the response, or throws a `Failure`. An aborted request throws an `AbortError`.
 * @param {string} path @param {object} [body] sent as JSON with POST @param {AbortSignal} [signal] @returns {Promise<Response>}
 */
export async function request(path, body, signal) {
  /** @type {Record<string, string>} */ const headers = shown ? { "Scoresheet-Games": shown } : {};
  if (body) headers["Content-Type"] = "application/json";
  const how = body ? { method: "POST", body: JSON.stringify(body), headers, signal } : { headers, signal };
  const response = await fetch(address(path), how).catch((error) => {
    throw error.name === "AbortError" ? error : gone();
  });
  if (!response.ok) throw new Failure(await reported(response), response.status);
  return response;
}

/**
 * Sends a request and returns the JSON of its response.
 * @param {string} path @param {object} [body] @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  return (await request(path, body, signal)).json();
}

/** @param {Response} response */
async function reported(response) {
  const answer = await response.json().catch(() => ({}));
  return typeof answer.error === "object" ? answer.error : { message: answer.error };
}

/** Whether an error only means that a newer request replaced this one. @param {any} error */
export function isSuperseded(error) {
  return error?.name === "AbortError" || error?.code === "superseded";
}

/**
 * Uploads a file and reports how much has been sent. `fetch` cannot report that.
 * @param {string} path @param {Blob} file @param {(sent: number) => void} onsent @param {AbortSignal} signal @returns {Promise<any>}
 */
export function upload(path, file, onsent, signal) {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", address(path));
    sending.setRequestHeader("Content-Type", "application/octet-stream");
    sending.responseType = "json";
    sending.upload.addEventListener("progress", (event) => onsent(event.loaded));
    sending.addEventListener("load", () => {
      if (sending.status < 300) resolve(sending.response);
      else reject(new Failure(sending.response?.error ?? {}, sending.status));
    });
    sending.addEventListener("error", () => reject(gone()));
    sending.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
    signal.addEventListener("abort", () => sending.abort());
    sending.send(file);
  });
}
