//! A page of several plots.

/// A page that shows SVG pictures one below the other, without any other file.
pub fn html_page(title: &str, pictures: &[String]) -> String {
    let title = escape(title);
    let figures: String = pictures
        .iter()
        .map(|svg| format!("<figure>{}</figure>\n", svg.trim()))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{font-family:sans-serif;margin:1em}}figure{{margin:0 0 2em}}svg{{max-width:100%;height:auto}}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n{figures}</body>\n</html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_on_the_page() {
        let page = html_page(
            "a <b> & c",
            &["<svg>1</svg>\n".to_owned(), "<svg>2</svg>".to_owned()],
        );
        assert!(
            page.contains("<title>a &lt;b&gt; &amp; c</title>"),
            "{page}"
        );
        assert_eq!(page.matches("<figure><svg>").count(), 2, "{page}");
    }
}
