import Foundation

/// A JPEG of a QR code, as a camera's program would write it.
enum TestPhoto {
    /// What the code says.
    static let text = "https://shop.example/"

    static let bytes: [UInt8] = Data(base64Encoded: base64).map { Array($0) } ?? []

    private static let base64 = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDADUlKC8oITUvKy88OTU/UIVXUElJUKN1e2GFwarLyL6qurfV8P//1eL/5re6////////////\
        zv//////////////2wBDATk8PFBGUJ1XV53/3Lrc////////////////////////////////////////////////////////////////\
        ////wAARCABjAGMDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQID\
        AAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlq\
        c3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3\
        +Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEI\
        FEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImK\
        kpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDT\
        ooqtd3RtjGBGXL5AAOP89aALNFUft0//AD5Sfr/hSNqEqKWazdQO5JH9KAL9FQm4UW6yHAZ13KmeScdBUUt40VqkzQkFmxsJxjr7e1AF\
        uiml0DhCyhjyFzyaghvEkmkjbahRtoy33uaALNFU5r547hoUt2kK88H/AOtTft0//PlJ+v8AhQBeoqiuoSebGklsyb2ABY//AFqvUAFF\
        FFABVG//AOPqz/3/AOoq9VDUmCXFqzHAViSfxFAEN7eXEV26RyYUYwMD0pfOkn0mZpW3EMBnGO4on+wTytI07gt6A/4U2WS1jsZIYJWY\
        sQeQfUe3tQBaMaNYRykfPFFuQ+hx/wDWqgjXOoHyjIpx83Ix7dh71ckiglt7RZ3ZSVAUL34HtT7VzFdPaLjy41yCevY/1oAjmjlht2uJ\
        WVrhOFcdh9Onc9qlgtYXSOdkzIwDlsnr1zWOIZGhaUL+7U4Jz/n1q3aNNaSRgooWcrgnnj/JoAtRf8hif/cH9Kof2hdf89f/AB0f4Vb8\
        6ODVpmlbaCoGcZ7CofK07/n4k/L/AOtQBNcMXfT2Y5LEEn/vmtKsqaaGSazSFywjYDke4rVoAKKKKACq13JGssCSQrJ5jYBb+HpVms/U\
        3Ec1q5zhWJOPqKAJlSM3LxG0QKoyH2jB6e1QRz28kDOtrEZAcCMYJP6f5xVhr2NbZJyr7WOAMDPf/CoIbB4YSylBcA/K+TgD/Oe1AFoG\
        IpCZFRGIGxWxkH0FV7n552T/AI98YPn9N3HTPH8+1VrqdppoI1JE0bbSxHG7I5/MVLMJLlBaMwM8Z3Mx4Uj/ACR2oAr2SyLdpDKrBGyS\
        jDg8en4Vbk22lwnmYkWRvk3cCIZ7fn7dKfdT28F0jyI5lC8MPTn3+tQTOl/tkUERwfM4bgke2PoaALoFrO5IEMjdT0JqO2SOaMs9okRB\
        xgqP8KqymOC1S5s1MZdtuTzxz659K0ZxI0TCFgsnYmgCvEYfOZXt44irYQkAbue3H0/OrdZUKXN1dDzJFb7O4z279uPatWgAooooAKin\
        eIARSMV83KjA69v61LVa7yTGghLlsgOB/q/f/OOlAFOS7ksZDbxBSidCw555/rVq9toJP307uoUAcfX6e9ZtzazrOwxJL0+faTnirzGW\
        2UwtE92G+bcQfy7+lAEVgI9l4Nx8rGN3fbzzUrzraWEbWxDruwC4+v0p9tLG25ZLdbfdgAMMb/0Gf/r1FdGO2kLEpIpwBBxheOuP/rd6\
        AKtlBbz/ACSO4lJOFHpj6fWrU1s9pDILZS6up8wuRwMdunqajk06SCMyxSszr0Crg/zqJ2kiMOZ3mLfei3Hjp8pH6UAMgt02iW5LJC3C\
        sO5/X3rQuFMd/HcsMQouGb069vxFVQ8omZms3aIjiIg7VPr0+vbvTrC6MjC3mUybyTlznt6fhQAx/s5voXgdmLSZbI6cj2rYqlBDbQ3E\
        hMkTMzfKvGVOegq7QAUUUUAFU7+aaOSBIXCmQkcj6Vcqjf8A/H1Z/wC//UUAHlaj/wA/Ef5f/WqOf7fBE0jToQvoB/hVTUv+P6T8P5Cp\
        Yv8AkDz/AO+P6UAX/K+0W0UjYMoQMrHs2Ov51Tke2SQreRtJOPvMvQ+ncdsdqkmS2a1tvtEjJhPl29+B7GoPt5t/3VvteJfuswOT39qA\
        NNlm+0oyuohA+Ze5PP8A9as2a3eHUI3YqRJLkY+v/wBel06aSGIsyqLcMdz9wcf/AKu1Nmd76UnA8mJjll4IX159hQBpqs32l2Z1MJHy\
        r3B4/wDr1j6b/wAf0f4/yNTyWCPAsloXkye5A4/SoLOK43iaCMNtJHJHp9fegC3/AGfL9t87cm3zN2MnOM59K0qz/s0Ec0Ukzus0jBto\
        6bs9OnrWhQAUUUUAFUdRWTzbd442fYxJCj6VeooAzWuGdizaaWJ7lc/0pk0sklu0KWLxhueAf8K1aKAKFxuWyhT7MZWMeM45Q4Ht/nFN\
        iQQ2MbNaCWQkggrz1PtWjRQBlTafJFbtsmdx18sKef1pn2KaMRBHkxNgOAp+X6/ma2KKAKCyy2aiBbd5Qn8YBGc8+h9afa2L28gYXDFR\
        klMYB4+tXKKAM2NpVvXEkDyqZPkZgcIM9Rx/nFaVFFABRRRQAUUUUAFFFFABRRRQAUUUUAFFFFABRRRQAUUUUAf/2Q==
        """
}
