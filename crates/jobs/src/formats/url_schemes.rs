//! The places from which files are read by URL.

/// The list entry of one kind of place.
pub struct RemoteSpec {
    /// Its stable name.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The schemes of its URLs.
    pub schemes: &'static [&'static str],
    /// What `pip install` takes to read from there; empty if nothing is needed.
    pub needs: &'static str,
    /// Whether the part of a URL after `?` is not part of the name of the file.
    has_query: bool,
    /// Whether the tests read from there.
    pub tested: bool,
}

/// Every kind of place, in the order documentation shows them.
#[rustfmt::skip]
pub static ALL: &[RemoteSpec] = &[
    RemoteSpec { id: "s3", title: "Amazon S3, and stores with its interface", schemes: &["s3", "s3a"], needs: "scoresheet[s3]", has_query: false, tested: true },
    RemoteSpec { id: "gs", title: "Google Cloud Storage", schemes: &["gs", "gcs"], needs: "scoresheet[gs]", has_query: false, tested: false },
    RemoteSpec { id: "abfs", title: "Azure Blob Storage", schemes: &["abfs", "abfss", "az"], needs: "scoresheet[azure]", has_query: false, tested: false },
    RemoteSpec { id: "http", title: "web servers", schemes: &["https", "http"], needs: "", has_query: true, tested: true },
    RemoteSpec { id: "hdfs", title: "Hadoop", schemes: &["hdfs"], needs: "fsspec pyarrow", has_query: false, tested: false },
    RemoteSpec { id: "webhdfs", title: "Hadoop over HTTP", schemes: &["webhdfs"], needs: "fsspec requests", has_query: false, tested: false },
];

/// Whether a URL names something on a web server, which is sent headers.
pub(crate) fn is_web(text: &str) -> bool {
    of_url(text).is_some_and(|spec| spec.id == "http")
}

/// The kind of place that a URL names. No path has `://` where a scheme ends.
pub fn of_url(text: &str) -> Option<&'static RemoteSpec> {
    let (scheme, _) = text.split_once("://")?;
    ALL.iter().find(|spec| spec.schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme)))
}

/// What users are shown of a URL: everything except passwords and signatures.
pub(crate) fn shown_url(url: &str, spec: &RemoteSpec) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let rest = if spec.has_query { rest.split('?').next().unwrap_or_default() } else { rest };
    let (host, path) = rest.split_once('/').map_or((rest, None), |(host, path)| (host, Some(path)));
    let host = match host.rsplit_once('@') {
        Some((user, host)) if user.contains(':') => host,
        _ => host,
    };
    path.map_or_else(|| format!("{scheme}://{host}"), |path| format!("{scheme}://{host}/{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_place_and_a_path_does_not() {
        let id = |text: &str| of_url(text).map(|spec| spec.id);
        assert_eq!(id("s3a://games/2013-01.pgn.zst"), Some("s3"));
        assert_eq!(id("HTTPS://host/games.pgn"), Some("http"));
        assert_eq!(id("games/s3://x"), None);
        assert_eq!(id("postgresql://host/db"), None);
        assert_eq!(id("s3.pgn"), None);
    }

    #[test]
    fn no_secret_is_shown() {
        for (url, shown) in [
            ("https://host/a/b.pgn?X-Amz-Signature=hidden&x=1", "https://host/a/b.pgn"),
            ("https://me:hidden@host/b.pgn", "https://host/b.pgn"),
            ("abfss://games@account.example/b.pgn", "abfss://games@account.example/b.pgn"),
            ("s3://bucket/what?.pgn", "s3://bucket/what?.pgn"),
            ("s3://bucket", "s3://bucket"),
        ] {
            assert_eq!(shown_url(url, of_url(url).expect("it is a URL")), shown);
        }
    }
}
